import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "./app-env.ts";
import { callingPage } from "./calling-page.ts";

const app = new Hono<AppEnv>().get("/", (c) => c.text(callingPage(c)));
const ask = async (headers: Record<string, string>) =>
  (await app.request("/", { headers })).text();

test.each<[string, Record<string, string>]>([
  ["/quiz/oto?utm_source=x", { "x-referrer": page("oto?utm_source=x") }],
  ["/quiz/oto", { referer: page("oto") }],
  ["/quiz/oto", { "x-referrer": page("oto"), referer: page("other") }],
  ["/", {}],
  ["/", { "x-referrer": "oto" }],
])("%s is the page that calls with %j", async (path, headers) => {
  expect(await ask(headers)).toBe(path);
});

function page(path: string): string {
  return `http://calm.localhost/quiz/${path}`;
}
