import { describe } from "vitest";
import { href } from "../../generated/address.ts";
import { type BrandId, brands, funnelsOf } from "../testing/content.ts";
import { hydrated, soon } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { someOf } from "../testing/long.ts";

const SMALL = { width: 375, height: 667 };
const PHONE = { width: 375, height: 812 };
/** The smallest phone, a small one, and what a laptop's browser leaves of its screen. */
const WINDOWS = [
  { width: 320, height: 480 },
  SMALL,
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
];

const registrations = (await Promise.all(brands.map(registrationOf))).flat();

describe("on a short screen, the first field lies free of the button at the foot", () => {
  someOf(test.concurrent, registrations)(
    "at %s%s",
    async ([brand, path], { arrive, expect }) => {
      const { page, open } = await arrive(brand, {
        consent: null,
        stored: await storedOf(brand),
      });
      for (const window of WINDOWS) {
        await page.setViewportSize(window);
        await open(path);
        await hydrated(page);
        const field = page.locator("main input:not([type=hidden])").first();
        const at = `${path}, ${window.width} by ${window.height}`;
        expect(await field.evaluate(isFree), at).toBe(true);
      }
    },
  );
});

/** What is read first on a page with much in it. */
const READ_FIRST: readonly (readonly [BrandId, string, string])[] = [
  ["body", "/quiz-boost/offer3", "main p:has(> [class]):has(strong)"],
  ["dating", "/quiz-exback/downsell", "main p:has(> [class]):has(strong)"],
  ["dating", "/quiz-exback/offer3", "main p:has(> [class]):has(strong)"],
  ["body", "/quiz-boost/28-enter-your-name-and-email", "[type=email]"],
];

describe("on a phone, nothing that is read first lies below the buttons at the foot", () => {
  someOf(test.concurrent, READ_FIRST)(
    "at %s%s",
    async ([brand, path, what], { arrive, expect }) => {
      const { page, open } = await arrive(brand, {
        consent: null,
        stored: await storedOf(brand),
      });
      await page.setViewportSize(PHONE);
      await open(path);
      await hydrated(page);
      expect(await page.locator(what).first().evaluate(isFree)).toBe(true);
    },
  );
});

test.concurrent(
  "on a phone, a better spelling lies free of the button",
  { tags: "long" },
  async ({ arrive, expect }) => {
    const { page, open } = await arrive("spiritual", {
      consent: null,
      stored: await storedOf("spiritual"),
    });
    await page.setViewportSize(PHONE);
    await open("/quiz/24-registration");
    await hydrated(page);
    await page.locator("[type=email]").fill("robin@gmial.com");
    await page.locator("[type=email]").blur();
    const better = page.getByRole("button", { name: "robin@gmail.com" });
    await soon(async () => expect(await better.evaluate(isFree)).toBe(true));
  },
);

test.concurrent("on a small phone, where a photo comes from lies free of the button at the foot", async ({
  arrive,
  expect,
}) => {
  const { page, open } = await arrive("transform", {
    stored: await storedOf("transform"),
  });
  await page.setViewportSize(SMALL);
  await open("/quiz/upload");
  await hydrated(page);
  const source = page.locator("label", { hasText: "Choose a photo" });
  await soon(async () => expect(await source.evaluate(isFree)).toBe(true));
});

someOf(test.concurrent, [
  ["body", "/quiz-boost/offer2"],
  ["dating", "/quiz-exback/upsell/coach"],
] as const)(
  "on a small phone, the picture of %s%s is small, and no more than an edge of it cut off",
  async ([brand, path], { arrive, expect }) => {
    const { page, open } = await arrive(brand, {
      stored: await storedOf(brand),
    });
    await page.setViewportSize(SMALL);
    await open(path);
    await hydrated(page);
    const picture = page.locator("[data-head] img");
    expect(await picture.evaluate(shareShown)).toBeGreaterThan(0.8);
  },
);

someOf(test.concurrent, ["dating", "spiritual"] as const)(
  "on a phone held sideways, the four pictures of %s are seen, and their words in one piece",
  async (brand, { arrive, expect }) => {
    const { page, open } = await arrive(brand);
    await page.setViewportSize({ width: SMALL.height, height: SMALL.width });
    const [funnel] = await funnelsOf(brand);
    await open(href(funnel?.mounts[0] ?? "", "start"));
    await hydrated(page);
    const { tops, broken } = await page
      .locator("main fieldset")
      .evaluate(readCards);
    expect(tops).toBe(1);
    expect(broken).toEqual([]);
  },
);

/** The first registration of a brand, one with a picture where there is one; none where nobody registers. */
async function registrationOf(
  brand: BrandId,
): Promise<(readonly [BrandId, string])[]> {
  const all = (await funnelsOf(brand)).flatMap(
    ({ mounts: [mount = ""], steps }) =>
      steps.flatMap(({ page, path, props }) =>
        page === "registration"
          ? [{ path: href(mount, path), isTall: "picture" in props }]
          : [],
      ),
  );
  const found = all.find(({ isTall }) => isTall) ?? all[0];
  return found === undefined ? [] : [[brand, found.path]];
}

/** Runs in the browser: whether a tap in the middle or at the lower edge hits it. */
function isFree(field: Element): boolean {
  const { left, top, width, height } = field.getBoundingClientRect();
  return [top + height / 2, top + height - 4].every((y) =>
    field.contains(document.elementFromPoint(left + width / 2, y)),
  );
}

/** Runs in the browser: how much is seen of a picture that fills its place. */
function shareShown(picture: Element): number {
  if (!(picture instanceof HTMLImageElement)) return 0;
  const { width, height } = picture.getBoundingClientRect();
  const shown = width / height;
  const whole =
    Number(picture.getAttribute("width")) /
    Number(picture.getAttribute("height"));
  return Math.min(shown / whole, whole / shown);
}

/** Runs in the browser: in how many rows choices with a picture stand, and which of their words are parted. */
function readCards(choices: Element) {
  const labels = [...choices.querySelectorAll("label")];
  const range = document.createRange();
  const broken = labels.flatMap((label) => {
    const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode() !== null) {
      const text = texts.currentNode;
      for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(
        /\S+/g,
      )) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) found.push(word);
      }
    }
    return found;
  });
  const drawn = labels.filter((label) => label.querySelector("img") !== null);
  const tops = drawn.map((label) => label.getBoundingClientRect().top);
  return { tops: new Set(tops.map(Math.round)).size, broken };
}
