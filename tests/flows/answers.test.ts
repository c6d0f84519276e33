import { expect } from "vitest";
import { isRecord } from "../../runtime/core/read.ts";
import { hydrated, screenAfter, soon } from "../testing/screen.ts";
import { answered } from "../testing/traffic.ts";
import { answerVendors, type Told } from "../testing/vendors.ts";
import { test } from "../testing/visitor.ts";

const to = (told: readonly Told[], host: string) =>
  told
    .filter(({ url }) => new URL(url).hostname.endsWith(host))
    .map(({ text }) => text)
    .join("\n");

test("whoever measures, records and reports learns that somebody answered, and never how", async ({
  arrive,
}) => {
  const { page, context, open } = await arrive("face-care", {
    consent: "accepted",
    clock: true,
    expected: /something odd/,
  });
  const told = await answerVendors(context);
  await open("/quiz/start");
  await hydrated(page);
  // However long a busy browser takes for what is asked of it: time passes here alone.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await soon(async () => {
    await elapse();
    expect(to(told, "track.bisque.example")).toContain('"events"');
    expect(to(told, "eu.i.posthog.com")).toContain("$pageview");
  });
  // Somebody who thinks about it: two answers, and the second one counts.
  for (const choice of [0, 1]) {
    await page.locator("fieldset label:has(input)").nth(choice).hover();
    await page.locator("fieldset label:has(input)").nth(choice).click();
  }
  const ids = await page
    .locator("fieldset input")
    .evaluateAll((inputs) => inputs.map(({ id }) => id));
  await page.evaluate(() => console.error("something odd"));
  await page.clock.runFor(300);
  await screenAfter(page, "/quiz/start");
  await soon(async () => {
    await elapse();
    expect(to(told, "eu.i.posthog.com")).toContain("$autocapture");
    expect(to(told, "errors.bisque.example")).toContain("something odd");
  });
  expect(ids.length).toBeGreaterThan(2);
  const said = to(told, "posthog.com") + to(told, "errors.bisque.example");
  expect(ids.filter((id) => said.includes(id))).toEqual([]);
  // Which of several elements was tapped, and where the pointer was, are the answer too.
  const taps = tapsOf(told);
  expect(taps.length).toBeGreaterThan(1);
  expect([...new Set(taps)]).toEqual(taps.slice(0, 1));
  expect(marksOf(told)).toEqual([]);

  async function elapse() {
    for (let step = 0; step < 6; step += 1) {
      await answered(page);
      await page.clock.runFor(1_000);
    }
  }
});

/** The elements of each tap that PostHog was told of. */
function tapsOf(told: readonly Told[]): string[] {
  return told
    .flatMap(({ text }) => partsOf(text))
    .filter(({ event }) => event === "$autocapture")
    .map(({ properties }) => {
      const { $elements, $elements_chain } = isRecord(properties)
        ? properties
        : {};
      return JSON.stringify([$elements, $elements_chain]);
    });
}

/** What a recording holds of pointers and fields: kinds of its changes, and of those of the mouse. */
const MOVES_AND_INPUT = [1, 5, 6, 12];
const MOUSE = 2;
const PRESSES = [0, 1, 2, 3, 4, 7, 9];

function marksOf(told: readonly Told[]): unknown[] {
  return told
    .flatMap(({ text }) => partsOf(text))
    .flatMap(({ data }) => (isRecord(data) ? [data] : []))
    .filter(
      ({ source, type }) =>
        MOVES_AND_INPUT.includes(Number(source)) ||
        (source === MOUSE && PRESSES.includes(Number(type))),
    );
}

/** Every object within a body, however deep. */
function partsOf(text: string): Readonly<Record<string, unknown>>[] {
  const found: Readonly<Record<string, unknown>>[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isRecord(value)) return;
    found.push(value);
    Object.values(value).forEach(walk);
  };
  for (const line of text.split("\n"))
    if (line.startsWith("{") || line.startsWith("[")) walk(JSON.parse(line));
  return found;
}
