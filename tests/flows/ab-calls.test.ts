// @module-tag long
import type { Page, Route } from "playwright";
import { expect } from "vitest";
import { FAULTS, NOISE } from "../testing/faults.ts";
import { BUY, buy, payOnPage, productsOf } from "../testing/pay.ts";
import { hydrated, soon } from "../testing/screen.ts";
import { datingStored } from "../testing/stored.ts";
import { type Arrive, test } from "../testing/visitor.ts";

const OFFER = "/quiz-exback/oto?abtest=b";
const NEXT = /\/offer2/;

/** Which calls about experiments fail, and what is logged then (spec 8). */
const OUTAGES = [
  {
    calls: /\/ab\//,
    logged: [
      "loading the AB configuration failed",
      "updating the AB configuration failed",
      "No AB configuration state available",
    ],
  },
  {
    calls: /\/ab\/process-conversion/,
    logged: ["processing the conversion failed"],
  },
];

// What fails in other ways is logged alike: see the tests of runtime/state/ab-configuration.ts.
test.concurrent.for(OUTAGES)(
  "when $calls is never answered: the side is shown and sells all the same, and it is logged",
  async ({ calls, logged }, { arrive }) => {
    const never = FAULTS["is never answered"];
    const { page, heard } = await atSide(arrive, calls, never);
    expect(await sideOf(page)).toBe("B");
    await page.locator(BUY).first().click();
    await payOnPage(page);
    await page.waitForURL(NEXT);
    expect(await productsOf(page)).toEqual(["weeks-4"]);
    await soon(async () => {
      await page.clock.fastForward(11_000);
      const said = logged.filter((line) => heard.join("\n").includes(line));
      expect(said).toEqual(logged);
    });
  },
);

test.concurrent("a side that could not be told once is told on the next visit, and its sale counts", async ({
  arrive,
}) => {
  const cut = FAULTS["is cut off"];
  const { page, open } = await atSide(arrive, /\/ab\//, cut);
  await page.unroute(/\/ab\//);
  const told = page.waitForResponse(/\/ab\/.*\/update/);
  await open(OFFER);
  expect((await told).ok()).toBe(true);
  const counted = page.waitForResponse(/\/ab\/process-conversion/);
  await buy(page);
  // It was already, with the money: of a side that the server did not know, this call would be the first to count.
  expect(await (await counted).json()).toMatchObject({ counted: false });
});

/** At the offer's side b, while some calls go wrong; what the console says is heard. */
async function atSide(
  arrive: Arrive,
  calls: RegExp,
  answer: (route: Route) => unknown,
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
