import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeCookies } from "../testing/cookies.ts";
import { keepSession, SESSION_TTL_S, sessionId } from "./session.ts";

const NOW = Date.UTC(2026, 0, 1);
const error = vi.spyOn(console, "error");
beforeEach(() => void error.mockImplementation(() => undefined));
afterEach(() => error.mockReset());

test("the session cookie's default lifetime is three days", () => {
  expect(SESSION_TTL_S).toBe(3 * 24 * 60 * 60);
});

test.each([
  [{}, 259_200],
  [{ "x-visitor-session-ttl": "60" }, 60],
  [{ "x-visitor-session-ttl": "1" }, 1],
  [{ "x-visitor-session-ttl": "0" }, 259_200],
  [{ "x-visitor-session-ttl": "-5" }, 259_200],
  [{ "x-visitor-session-ttl": "1.5" }, 259_200],
  [{ "x-visitor-session-ttl": "soon" }, 259_200],
])(
  "the session cookie of an answer with %o lives %i seconds",
  (headers, seconds) => {
    const cookies = fakeCookies();
    keepSession(
      new Headers({ "x-visitor-session-id": "s-1", ...headers }),
      cookies,
      { carried: null, now: NOW },
    );
    expect(sessionId(cookies)).toBe("s-1");
    expect(cookies.expiries.get("visitor_session_id")).toEqual(
      new Date(NOW + seconds * 1_000),
    );
    expect(error).not.toHaveBeenCalled();
  },
);

test("a missing session id is logged as an error only when no session cookie exists", () => {
  const sent = { carried: null, now: NOW };
  keepSession(new Headers(), fakeCookies({ visitor_session_id: "s-0" }), sent);
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
      kept === null ? {} : { visitor_session_id: kept },
    );
    const headers = new Headers({ "x-visitor-session-id": "s-1" });
    expect(keepSession(headers, cookies, { carried, now: NOW })).toBe(isOurs);
    expect(sessionId(cookies)).toBe(then);
  },
);

test.each(["", "a b", "x".repeat(257), "s\u00fc"])(
  "%j is no session id",
  (id) => {
    expect(sessionId(fakeCookies({ visitor_session_id: id }))).toBeNull();
  },
);
