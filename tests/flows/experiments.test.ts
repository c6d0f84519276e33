import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { gate, SCRIPTS } from "../testing/faults.ts";
import { buy } from "../testing/pay.ts";
import { hydrated, screenAfter, soon } from "../testing/screen.ts";
import { datingStored } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { someOf } from "../testing/long.ts";

const OFFER = "/quiz-exback/oto";
const SIDE = { variable_block: "ab_dat2_oto_22", component: "B" };

describe("an experiment", () => {
  test.concurrent(
    "tells the server which side was shown, and that it sold",
    { tags: "long" },
    async ({ arrive }) => {
      const { page, open } = await arrive("dating", { stored: datingStored() });
      const told = listen(page);
      await open(`${OFFER}?abtest=b`);
      await screenAfter(page, null);
      await soon(async () => expect(told.get("update")).toMatchObject(SIDE));
      expect(told.get("visitor-app-configuration")).toMatchObject({
        variable_block: SIDE.variable_block,
      });
      await buy(page);
      await soon(async () =>
        expect(told.get("process-conversion")).toEqual({
          ...SIDE,
          // It was, with the money.
          counted: false,
        }),
      );
    },
  );

  // What the address forces is decided alike before and after React: runtime/handover/prehydration.test.ts.
  someOf(test.concurrent, ["?abtest=b", ""])(
    "has the side that was there before React, and keeps it: %j",
    async (query, { arrive }) => {
      const { page, open } = await arrive("dating", { stored: datingStored() });
      const scripts = await gate(page, SCRIPTS);
      const opened = open(OFFER + query);
      await page.locator("footer").waitFor({ state: "attached" });
      const painted = await page.evaluate(
        () => document.documentElement.dataset["side"],
      );
      const forced = /^\?abtest=([ab])$/.exec(query)?.[1]?.toUpperCase();
      if (forced !== undefined) expect(painted).toBe(forced);
      scripts.open();
      await opened;
      expect(await sideOnScreen(page)).toBe(painted);
      await open(OFFER);
      expect(await sideOnScreen(page)).toBe(painted);
    },
  );

  test.concurrent("is not shown to whom a guard sends away", async ({
    arrive,
  }) => {
    const { page, open } = await arrive("dating");
    const told = listen(page);
    await open(OFFER);
    expect(await screenAfter(page, OFFER)).toMatchObject({
      path: expect.stringMatching(/^\/quiz-exback\//),
    });
    await page.waitForLoadState("networkidle");
    expect([...told.keys()]).toEqual([]);
  });
});

/** The side that React shows; sides are of different types of offer. */
async function sideOnScreen(page: Page): Promise<string | null> {
  await hydrated(page);
  return page.locator("main [data-type]").getAttribute("data-type");
}

/** What the server answers about experiments, by the last part of the call's path. */
function listen(page: Page): ReadonlyMap<string, unknown> {
  const told = new Map<string, unknown>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith("/api/ab/")) return;
    // A page that is left takes its answers with it. Whoever needs one waits for it, and says so when it does not come.
    void response.json().then(
      (body: unknown) => told.set(pathname.split("/").at(-1) ?? "", body),
      () => undefined,
    );
  });
  return told;
}
