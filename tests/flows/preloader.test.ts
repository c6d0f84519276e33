import { describe, expect } from "vitest";
import { ask } from "../testing/ask.ts";
import { byPreloader } from "../testing/content.ts";
import { CALLS, gate, SCRIPTS } from "../testing/faults.ts";
import { someOf } from "../testing/long.ts";
import { screenAfter } from "../testing/screen.ts";
import { test } from "../testing/visitor.ts";
import { card } from "../testing/walk.ts";

const PRELOADER = "[data-preloader]";

const brands = (await byPreloader("start-up")).slice(0, 2);

describe("the preloader", () => {
  someOf(test.concurrent, brands)(
    "%s: painted by the document itself, gone once the app is loaded",
    async ([brand, mount], { arrive }) => {
      const { body } = await ask(brand, `${mount}/start`);
      expect(body.toString()).toContain("<div data-preloader");
      const { page, origin } = await arrive(brand);
      const scripts = await gate(page, SCRIPTS);
      const calls = await gate(page, CALLS);
      await page.goto(`${origin}${mount}/start`, { waitUntil: "commit" });
      await page.locator(PRELOADER).waitFor();
      scripts.open();
      await page.locator("main[data-page]").waitFor();
      // Start-up waits for the visitor's session.
      expect(await page.locator(PRELOADER).isVisible()).toBe(true);
      calls.open();
      await page.locator(PRELOADER).waitFor({ state: "detached" });
    },
  );

  someOf(test.concurrent, [
    ["never answers", "hang"],
    ["refuses", "abort"],
  ] as const)("goes although the API %s", async ([, fault], { arrive }) => {
    const { page, open } = await arrive("dating", {
      clock: true,
      expected: /failed|Failed|no visitor session/,
    });
    await page.route(CALLS, (route) =>
      fault === "abort" ? route.abort() : undefined,
    );
    await open("/quiz-exback/start");
    await page.locator("main[data-page]").waitFor();
    await page.clock.runFor(12_000);
    await page.locator(PRELOADER).waitFor({ state: "detached" });
    await card(page, "talk").click();
    await page.clock.fastForward(300);
    expect(await screenAfter(page, "/quiz-exback/start")).toMatchObject({
      path: "/quiz-exback/2-gender",
    });
  });

  // As where a phone opens the server of a developer by the address of that machine.
  test.concurrent("goes where the page came over plain http, which has less of the browser", async ({
    arrive,
  }) => {
    const { page, context, open } = await arrive("dating", { own: {} });
    await context.addInitScript(() => {
      Object.defineProperty(globalThis, "isSecureContext", { value: false });
      Reflect.deleteProperty(Crypto.prototype, "randomUUID");
    });
    await open("/quiz-exback/start");
    await page.locator(PRELOADER).waitFor({ state: "detached" });
    await card(page, "talk").waitFor();
  });

  test.concurrent("calm has none", async () => {
    const { body } = await ask("calm", "/quiz-adhd/start");
    expect(body.toString()).not.toContain("<div data-preloader");
  });
});
