import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { MANNERS, NOISE } from "../testing/faults.ts";
import { BUY, buy, payOnPage, productsOf } from "../testing/pay.ts";
import { hydrated, soon } from "../testing/screen.ts";
import { datingStored } from "../testing/stored.ts";
import { type Arrive, test } from "../testing/visitor.ts";

const OFFER = "/quiz-exback/oto?abtest=b";
const NEXT = /\/offer2/;

/** Which calls about experiments go wrong, and what is logged then (spec 8); not by manners that go unread. */
interface Outage {
  readonly calls: RegExp;
  readonly logged: readonly string[];
  readonly unread: readonly string[];
}
const OUTAGES: readonly Outage[] = [
  {
    calls: /\/ab\//,
    logged: [
      "loading the AB configuration failed",
      "updating the AB configuration failed",
      "No AB configuration state available",
    ],
    unread: [],
  },
  {
    calls: /\/ab\/process-conversion/,
    logged: ["processing the conversion failed"],
    // What it answers is nobody's concern.
    unread: ["is answered with a page", "is answered with nonsense"],
  },
];

describe.for(OUTAGES)("when $calls", ({ calls, logged, unread }) => {
  test.concurrent.for(Object.entries(MANNERS))(
    "%s: the side is shown and sells all the same, and it is logged",
    async ([manner, answer], { arrive }) => {
      const { page, heard } = await atSide(arrive, calls, answer);
      expect(await sideOf(page)).toBe("B");
      await page.locator(BUY).first().click();
      await payOnPage(page);
      await page.waitForURL(NEXT);
      expect(await productsOf(page)).toEqual(["weeks-4"]);
      await soon(async () => {
        await page.clock.fastForward(11_000);
        const said = logged.filter((line) => heard.join("\n").includes(line));
        expect(said).toEqual(unread.includes(manner) ? [] : logged);
      }, 30_000);
    },
  );
});

test.concurrent(
  "a side that could not be told once is told on the next visit, and its sale counts",
  async ({ arrive }) => {
    const { page, open } = await atSide(arrive, /\/ab\//, (route) =>
      route.abort(),
    );
    await page.unroute(/\/ab\//);
    const told = page.waitForResponse(/\/ab\/.*\/update/);
    await open(OFFER);
    expect((await told).ok()).toBe(true);
    const counted = page.waitForResponse(/\/ab\/process-conversion/);
    await buy(page);
    expect(await (await counted).json()).toMatchObject({ counted: true });
  },
);

/** At the offer's side b, while some calls go wrong; what the console says is heard. */
async function atSide(
  arrive: Arrive,
  calls: RegExp,
  answer: (typeof MANNERS)[string],
) {
  const visitor = await arrive("dating", {
    stored: datingStored(),
    clock: true,
    expected: new RegExp(`${NOISE.source}|No AB configuration`),
  });
  const { page, open } = visitor;
  const heard: string[] = [];
  page.on("console", (message) => heard.push(message.text()));
  await page.route(calls, answer);
  await open(OFFER);
  await hydrated(page);
  return { ...visitor, heard };
}

function sideOf(page: Page): Promise<string | null> {
  return page.locator("main [data-type]").getAttribute("data-type");
}
