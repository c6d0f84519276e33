import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LocalServer, localServer } from "../testing/local-server.ts";
import { testVisit } from "../testing/visit.ts";
import { refusedAtom, typePromoAtom } from "./offer-terms.ts";

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
