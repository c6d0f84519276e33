import { expect, test, vi } from "vitest";
import { createAuthToken } from "./auth.ts";
import { offline } from "../testing/calls.ts";
import type { Client } from "./client.ts";

test("an auth token is data.data.token; the email goes out as form data", async () => {
  const tokens = ["t-1", null].map((token) =>
    createAuthToken((path, { method, body: form, repeatable }) => {
      expect([path, method, repeatable]).toEqual([
        "/courses/auth/tokens/create",
        "POST",
        false,
      ]);
      expect(form instanceof FormData && [...form]).toEqual([
        ["email", "a@b.co"],
      ]);
      return Promise.resolve({ data: { data: { token } } });
    }, "a@b.co"),
  );
  expect(await Promise.all(tokens)).toEqual(["t-1", null]);
});

test("an auth token is null on failure, and the failure is told aside", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const failures: Client[] = [
    offline,
    () => Promise.resolve({ data: { data: {} } }),
    () => Promise.resolve("<html>"),
  ];
  for (const client of failures) {
    const onFailure = vi.fn<() => void>();
    expect(await createAuthToken(client, "a@b.co", onFailure)).toBeNull();
    expect(onFailure).toHaveBeenCalledOnce();
  }
  expect(warn).toHaveBeenCalledTimes(3);
  expect(JSON.stringify(warn.mock.calls)).not.toContain("a@b");
  warn.mockRestore();
});
