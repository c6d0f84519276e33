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
      NOW,
    );
    expect(sessionId(cookies)).toBe("s-1");
    expect(cookies.expiries.get("visitor_session_id")).toEqual(
      new Date(NOW + seconds * 1_000),
    );
    expect(error).not.toHaveBeenCalled();
  },
);

test("a missing session id is logged as an error only when no session cookie exists", () => {
  keepSession(new Headers(), fakeCookies({ visitor_session_id: "s-0" }), NOW);
  expect(error).not.toHaveBeenCalled();
  keepSession(new Headers(), fakeCookies(), NOW);
  expect(error).toHaveBeenCalledOnce();
});

test.each(["", "a b", "x".repeat(257), "s\u00fc"])(
  "%j is no session id",
  (id) => {
    expect(sessionId(fakeCookies({ visitor_session_id: id }))).toBeNull();
  },
);
