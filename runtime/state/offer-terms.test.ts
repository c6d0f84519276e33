import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LocalServer, localServer } from "../testing/local-server.ts";
import { testVisit } from "../testing/visit.ts";
import { journeyStored } from "./journey.ts";
import {
  askTermsAtom,
  refusedAtom,
  typePromoAtom,
  wantPromoAtom,
} from "./offer-terms.ts";

let server: LocalServer;
beforeEach(async () => {
  server = await localServer();
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

test("a code that could not be asked about is said to be unanswered, until there is an answer", async () => {
  const { store, restore } = testVisit(server);
  restore();
  server.answer = () => ({ status: 400 });
  await store.set(typePromoAtom, "SPRING");
  expect(store.get(refusedAtom)).toBe("unanswered");
  server.answer = () => ({
    body: { left_ms: null, promo: null, refused: "unknown" },
  });
  await store.set(typePromoAtom, "SPRING");
  expect(store.get(refusedAtom)).toBe("unknown");
});

test("a code that a page wants while the server is asked is asked for after that", async () => {
  const { store, restore } = testVisit(server);
  restore();
  const answerOf = (promo: unknown) => ({
    body: { left_ms: null, promo, refused: null },
  });
  server.answer = ({ body }) => {
    const { promo: id } = Object(body);
    if (id !== undefined) return answerOf({ id, code: "SPRING-1" });
    // The visitor has gone on to the page of the code.
    store.set(wantPromoAtom, "spring");
    return answerOf(null);
  };
  await store.set(askTermsAtom);
  expect(store.get(journeyStored.state).promo).toEqual({
    id: "spring",
    code: "SPRING-1",
  });
  expect(server.calls).toHaveLength(2);
});
