import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SESSION_HEADER } from "../../generated/call.ts";
import { VISITOR_INFO } from "../core/visitor-info.ts";
import { fetchOrEarly } from "./early-contract.ts";

const own = vi.fn<typeof fetch>();
const ADDRESS = `https://calm.example/api${VISITOR_INFO}`;
beforeEach(() => {
  own.mockImplementation(() => Promise.resolve(new Response("own")));
  vi.stubGlobal("fetch", own);
});
afterEach(() => {
  vi.unstubAllGlobals();
  own.mockReset();
  globalThis.early = undefined;
});

function ask(session: string | null, signal?: AbortSignal) {
  const headers = new Headers(
    session === null ? {} : { [SESSION_HEADER]: session },
  );
  return fetchOrEarly(ADDRESS, { headers, ...(signal && { signal }) });
}

const words = async (answer: Promise<Response>) => (await answer).text();
const early = (session: string | null) => ({
  session,
  answer: Promise.resolve(new Response("early")),
});

test.each([null, "s-1"])(
  "what was asked early with %j is taken, once",
  async (session) => {
    globalThis.early = early(session);
    expect(await words(ask(session))).toBe("early");
    expect(own).not.toHaveBeenCalled();
    expect(await words(ask(session))).toBe("own");
  },
);

test("what was asked early without a session is not taken for a later one", async () => {
  const asked = early(null);
  const { body } = await asked.answer;
  if (body === null) throw new Error("the answer has no body");
  const cancel = vi.spyOn(body, "cancel");
  globalThis.early = asked;
  expect(await words(ask("s-2"))).toBe("own");
  expect(globalThis.early).toBeUndefined();
  expect(cancel).toHaveBeenCalledOnce();
});

test("other calls leave it alone", async () => {
  globalThis.early = early(null);
  expect(await words(fetchOrEarly("https://calm.example/api/x"))).toBe("own");
  expect(globalThis.early).toBeDefined();
});

test("waiting for it can be given up", async () => {
  globalThis.early = { session: null, answer: new Promise(() => undefined) };
  const controller = new AbortController();
  const asked = ask(null, controller.signal);
  controller.abort();
  await expect(asked).rejects.toThrow(/abort/);
});
