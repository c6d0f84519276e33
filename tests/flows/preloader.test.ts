import { describe, expect } from "vitest";
import { ask } from "./ask.ts";
import { CALLS, gate, SCRIPTS } from "./gate.ts";
import { screenAfter } from "./screen.ts";
import { test } from "./visitor.ts";
import { card } from "./walk.ts";

const PRELOADER = "[data-preloader]";

const brands = [
  ["dating", "/quiz-exback", "2-gender"],
  ["spiritual", "/quiz", "3-room-for-doubt"],
] as const;

describe("the preloader", () => {
  test.concurrent.for(brands)(
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

  const faults = [
    ["refuses", "abort"],
    ["never answers", "hang"],
    ["answers nonsense", "nonsense"],
    ["is broken", "500"],
  ] as const;

  test.concurrent.for(
    brands.flatMap((brand) =>
      faults.map((fault) => [...brand, ...fault] as const),
    ),
  )(
    "%s %s/start: the visitor gets to %s although the API %s",
    async ([brand, mount, next, , fault], { arrive }) => {
      const { page, open } = await arrive(brand, {
        clock: true,
        expected: /failed|Failed|no visitor session|nonsense/,
      });
      await page.route(CALLS, (route) => {
        if (fault === "abort") return route.abort();
        if (fault === "500") return route.fulfill({ status: 500 });
        if (fault === "nonsense")
          return route.fulfill({ contentType: "text/html", body: "<p>hi" });
        return undefined;
      });
      await open(`${mount}/start`);
      await page.locator("main[data-page]").waitFor();
      await page.clock.runFor(12_000);
      await page.locator(PRELOADER).waitFor({ state: "detached" });
      await card(page, brand === "dating" ? "talk" : "questioning").click();
      await page.clock.fastForward(300);
      expect(await screenAfter(page, `${mount}/start`)).toMatchObject({
        path: `${mount}/${next}`,
      });
    },
  );

  test.concurrent("calm has none", async () => {
    const { body } = await ask("calm", "/quiz-adhd/start");
    expect(body.toString()).not.toContain("<div data-preloader");
  });
});
