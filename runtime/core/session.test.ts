import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeCookies } from "../testing/cookies.ts";
import { keepSession, sessionId } from "./session.ts";
import {
  SESSION_COOKIE,
  SESSION_HEADER,
  SESSION_TTL_HEADER,
  SESSION_TTL_S,
} from "../../generated/call.ts";

const NOW = Date.UTC(2026, 0, 1);
const error = vi.spyOn(console, "error");
beforeEach(() => void error.mockImplementation(() => undefined));
afterEach(() => error.mockReset());

test("the session cookie's default lifetime is three days", () => {
  expect(SESSION_TTL_S).toBe(3 * 24 * 60 * 60);
});

test.each([
  [{}, SESSION_TTL_S],
  [{ [SESSION_TTL_HEADER]: "60" }, 60],
  [{ [SESSION_TTL_HEADER]: "1" }, 1],
  [{ [SESSION_TTL_HEADER]: "0" }, SESSION_TTL_S],
  [{ [SESSION_TTL_HEADER]: "-5" }, SESSION_TTL_S],
  [{ [SESSION_TTL_HEADER]: "1.5" }, SESSION_TTL_S],
  [{ [SESSION_TTL_HEADER]: "soon" }, SESSION_TTL_S],
])(
  "the session cookie of an answer with %o lives %i seconds",
  (headers, seconds) => {
    const cookies = fakeCookies();
    keepSession(new Headers({ [SESSION_HEADER]: "s-1", ...headers }), cookies, {
      carried: null,
      now: NOW,
    });
    expect(sessionId(cookies)).toBe("s-1");
    expect(cookies.expiries.get(SESSION_COOKIE)).toEqual(
      new Date(NOW + seconds * 1_000),
    );
    expect(error).not.toHaveBeenCalled();
  },
);

test("a missing session id is logged as an error only when no session cookie exists", () => {
  const sent = { carried: null, now: NOW };
  keepSession(new Headers(), fakeCookies({ [SESSION_COOKIE]: "s-0" }), sent);
  expect(error).not.toHaveBeenCalled();
  keepSession(new Headers(), fakeCookies(), sent);
  expect(error).toHaveBeenCalledOnce();
});

test.each([
  ["nothing, and none is kept", null, null, "s-1", true],
  ["the session that is kept", "s-0", "s-0", "s-1", true],
  ["the session that ended meanwhile", "s-0", null, "s-1", true],
  ["nothing, and another was opened", null, "s-9", "s-9", false],
  ["nothing, and another tab was told the same", null, "s-1", "s-1", true],
  ["a session that was replaced meanwhile", "s-0", "s-9", "s-9", true],
])(
  "an answer that names s-1 to a call with %s",
  (_, carried, kept, then, isOurs) => {
    const cookies = fakeCookies(
      kept === null ? {} : { [SESSION_COOKIE]: kept },
    );
    const headers = new Headers({ "x-visitor-session-id": "s-1" });
    expect(keepSession(headers, cookies, { carried, now: NOW })).toBe(isOurs);
    expect(sessionId(cookies)).toBe(then);
  },
);

test.each(["", "a b", "x".repeat(257), "s\u00fc"])(
  "%j is no session id",
  (id) => {
    expect(sessionId(fakeCookies({ [SESSION_COOKIE]: id }))).toBeNull();
  },
);
