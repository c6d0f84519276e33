import { Hono } from "hono";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { createHosts } from "../site.ts";
import { testSite } from "./site.ts";

/** Does the work of a call to calm's host, or to another address. */
export function inCall<T>(
  work: (c: AppContext) => T | Promise<T>,
  headers: Readonly<Record<string, string>> = {},
  asked = "http://calm.localhost",
): Promise<T> {
  return new Promise((resolve, reject) => {
    const app = new Hono<AppEnv>();
    app.get("*", async (c) => {
      c.set("session", null);
      c.set("brand", createHosts(testSite).brand("calm.localhost"));
      const done = async () => work(c);
      await done().then(resolve, reject);
      return c.body(null);
    });
    void app.request(`${asked}/`, { headers });
  });
}
