import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LocalServer, localServer } from "../testing/local-server.ts";
import { testVisit, until } from "../testing/visit.ts";
import { journeyStored } from "./journey.ts";
import {
  askForTimeAtom,
  askTermsAtom,
  notGivenAtom,
  refusedAtom,
  typePromoAtom,
  wantPromoAtom,
} from "./offer-terms.ts";
import { secondsLeftAtom, startTimerAtom } from "./countdown.ts";

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

test("a code that is nobody's is none that the visitor has typed", async () => {
  const { store, restore } = testVisit(server);
  restore();
  server.answer = () => ({
    body: { left_ms: null, promo: null, refused: null },
  });
  store.set(wantPromoAtom, "spring");
  await store.set(askTermsAtom);
  expect(store.get(refusedAtom)).toBeNull();
  expect(store.get(notGivenAtom)).toEqual({ id: "spring", why: "unknown" });
  store.set(wantPromoAtom, "own");
  expect(store.get(notGivenAtom)).toBeNull();
});

/** What the server says before and after the visitor has done something; the first answer waits until it is let go. */
function slowly(before: object, after: object) {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const terms = { left_ms: null, extended: 0, promo: null, refused: null };
  let isDone = false;
  server.answer = async ({ body }) => {
    const { typed, extend } = Object(body);
    if (typed !== undefined || extend) isDone = true;
    else if (!isDone || server.calls.length === 2) {
      await held;
      return { body: { ...terms, ...before } };
    }
    return { body: { ...terms, ...after } };
  };
  return letGo;
}

test("a code that was typed while the server was asked stays, however late that answer comes", async () => {
  const { store, restore } = testVisit(server);
  restore();
  const promo = { id: "spring", code: "SPRING-1" };
  const letGo = slowly({}, { promo });
  const asked = store.set(askTermsAtom);
  await until(() => server.calls.length === 1);
  await store.set(typePromoAtom, "SPRING-1");
  letGo();
  await asked;
  expect(store.get(journeyStored.state).promo).toEqual(promo);
});

test("more time that was given while the server was asked stays, however late that answer comes", async () => {
  const { store, restore } = testVisit(server);
  restore();
  store.set(startTimerAtom, 1);
  const letGo = slowly({ left_ms: 0 }, { left_ms: 600_000, extended: 1 });
  const given = store.set(askForTimeAtom);
  const asked = store.set(askTermsAtom);
  expect(await given).toBe(true);
  letGo();
  await asked;
  expect(store.get(journeyStored.state).extended).toBe(1);
  expect(store.get(secondsLeftAtom)).toBe(600);
});
