import { describe } from "vitest";
import { href } from "../../generated/address.ts";
import { type BrandId, brands, funnelsOf } from "../testing/content.ts";
import { hydrated } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { someOf } from "../testing/long.ts";

/** Brands whose drawings stand beside the work and stay while it scrolls. */
const STAGES: readonly BrandId[] = ["body", "face-care", "woo"];
/** Brands whose drawings stand below the headline. */
const UNDER: readonly BrandId[] = ["calm", "dating", "skill-building"];

const WINDOW = { width: 1440, height: 900 };

describe("on a wide screen, what is sent as a form stands where choices stand", () => {
  someOf(test.concurrent, brands)(
    "in %s",
    async (brand, { arrive, expect }) => {
      const { page, open } = await arrive(brand, {
        stored: await storedOf(brand),
      });
      await page.setViewportSize(WINDOW);
      const places = new Map<string, string>();
      for (const { kind, path } of await questionsOf(brand)) {
        await open(path);
        await hydrated(page);
        places.set(`${kind} ${path}`, await page.evaluate(placeOfHead));
      }
      expect(places.size).toBeGreaterThan(1);
      const [place] = places.values();
      for (const [at, other] of places) expect(other, at).toBe(place);
    },
  );
});

/** From a small laptop to a large screen. */
const WIDTHS = [1024, 1280, 1440, 1920];

/** Brands in which it is narrow, and the others. */
const BESIDE: readonly BrandId[] = ["woo", "spiritual"];
const others = brands.filter((brand) => !BESIDE.includes(brand));

describe("what is done has its place beside the brand's drawing, and nothing goes beyond the window", () => {
  someOf(test.concurrent, [...BESIDE, ...others])(
    "in %s",
    async (brand, { arrive, expect }) => {
      const { page, open } = await arrive(brand, {
        stored: await storedOf(brand),
      });
      // The button at the foot of one with several answers reaches as far as anything.
      for (const path of await pathsOfKinds(brand, ["single", "multi"])) {
        await open(path);
        await hydrated(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          const at = `${path}, ${width} px wide`;
          const { beyond, misplaced } = await page.evaluate(readPlaces);
          expect(beyond, at).toBe(0);
          expect(misplaced, at).toEqual([]);
        }
      }
    },
  );
});

test.concurrent.for(STAGES)(
  "in %s, what comes to be while an analysis runs stands where the drawing stood",
  { tags: "long" },
  async (brand, { arrive, expect }) => {
    const { page, open } = await arrive(brand, {
      stored: await storedOf(brand),
    });
    await page.setViewportSize(WINDOW);
    const [question = "", analysis = ""] = await pathsOfKinds(brand, [
      "single",
      "analyzing",
    ]);
    await open(question);
    await hydrated(page);
    const drawing = await page.evaluate(placeOfDrawing);
    await open(analysis);
    await hydrated(page);
    expect(await page.evaluate(placeOfArt)).toEqual(drawing);
  },
);

test.concurrent.for(UNDER)(
  "in %s, it is as large below its headline as the drawing of a question",
  { tags: "long" },
  async (brand, { arrive, expect }) => {
    const { page, open } = await arrive(brand, {
      stored: await storedOf(brand),
    });
    await page.setViewportSize(WINDOW);
    const [question = "", analysis = ""] = await pathsOfKinds(brand, [
      "text",
      "analyzing",
    ]);
    await open(question);
    await hydrated(page);
    const drawing = await page.evaluate(drawingUnder);
    await open(analysis);
    await hydrated(page);
    const [left, , width] = await page.evaluate(placeOfArt);
    expect([left, width]).toEqual(drawing);
  },
);

test.concurrent.for(["calm", "dating"] as const)(
  "in %s, so is the picture of a registration, whatever the height",
  { tags: "long" },
  async (brand, { arrive, expect }) => {
    const { page, open } = await arrive(brand, {
      stored: await storedOf(brand),
    });
    const steps = await stepsOf(brand);
    const [question = ""] = await pathsOfKinds(brand, ["text"]);
    const own = steps.find(
      ({ kind, props }) => kind === "registration" && "picture" in props,
    );
    for (const height of [768, 1080]) {
      await page.setViewportSize({ width: 1280, height });
      await open(question);
      await hydrated(page);
      const drawing = await page.evaluate(drawingUnder);
      await open(own?.path ?? "");
      await hydrated(page);
      const { image, isBelow } = await page.evaluate(readHead);
      expect(image, `${height} px high`).toEqual(drawing);
      expect(isBelow, `${height} px high`).toBe(true);
    }
  },
);

test.concurrent(
  "one plan alone stands above its sum, and is no higher than its words",
  { tags: "long" },
  async ({ arrive, expect }) => {
    const { page, open } = await arrive("dating", {
      stored: await storedOf("dating"),
    });
    await page.setViewportSize({ width: 1024, height: 768 });
    await open("/quiz-exback/offer2_v2_m");
    await hydrated(page);
    const option = await page.locator("main fieldset label").boundingBox();
    const total = await page.getByText("Total today").boundingBox();
    const { y = 0, height = 0 } = option ?? {};
    expect(height).toBeLessThan(120);
    expect(total?.y).toBeGreaterThan(y + height);
  },
);

describe("on a tablet held upright, the button stands close below the last field", () => {
  someOf(test.concurrent, brands)(
    "in %s",
    async (brand, { arrive, expect }) => {
      const { page, open } = await arrive(brand, {
        stored: await storedOf(brand),
      });
      await page.setViewportSize({ width: 768, height: 1024 });
      for (const path of await pathsOfKinds(brand, ["registration"])) {
        await open(path);
        await hydrated(page);
        const field = await page.locator("main input").last().boundingBox();
        const button = await page
          .locator('[data-action="submit"]')
          .boundingBox();
        const { y = 0, height = 0 } = field ?? {};
        expect((button?.y ?? 0) - y - height).toBeLessThan(100);
      }
    },
  );
});

/** The first of each kind of page. */
async function pathsOfKinds(
  brand: BrandId,
  kinds: readonly string[],
): Promise<readonly string[]> {
  const steps = await stepsOf(brand);
  return kinds.flatMap(
    (kind) => steps.find((step) => step.kind === kind)?.path ?? [],
  );
}

const FORMS = ["text", "number", "date", "registration"];

/** Some question with choices first, then one of each kind that is a form. */
async function questionsOf(
  brand: BrandId,
): Promise<readonly { kind: string; path: string }[]> {
  const steps = await stepsOf(brand);
  return ["scale", ...FORMS].flatMap(
    (kind) => steps.find((step) => step.kind === kind) ?? [],
  );
}

async function stepsOf(brand: BrandId) {
  return (await funnelsOf(brand)).flatMap(
    ({ mounts: [mount = ""], steps: all }) =>
      all.map(({ page, path, props }) => ({
        kind: page,
        path: href(mount, path),
        props,
      })),
  );
}

/** Runs in the browser: where the headline's column is. */
function placeOfHead(): string {
  const head = document.querySelector("main [data-head]");
  const { left = 0, width = 0 } = head?.getBoundingClientRect() ?? {};
  return `${Math.round(left)} px from the left, ${Math.round(width)} px wide`;
}

/**
 * Runs in the browser: by how many px the page is too wide, and what of it goes beyond its width or over a drawing that
 * stays.
 */
function readPlaces() {
  const main = document.querySelector("main") ?? document.body;
  const drawings = ["::before", "::after"].flatMap((pseudo) => {
    const { display, position, left, width } = getComputedStyle(main, pseudo);
    const start = parseFloat(left);
    return position === "fixed" && display !== "none"
      ? [{ start, end: start + parseFloat(width) }]
      : [];
  });
  const parts = [...main.querySelectorAll("h1, fieldset, [data-action]")];
  const { fontSize } = getComputedStyle(document.documentElement);
  // Pages are 72rem wide at most.
  const edge = (document.body.clientWidth + 72 * parseFloat(fontSize)) / 2;
  const misplaced = parts.filter((part) => {
    const { left, right } = part.getBoundingClientRect();
    return (
      right > edge + 1 ||
      drawings.some(({ start, end }) => left < end && right > start)
    );
  });
  return {
    beyond: document.documentElement.scrollWidth - window.innerWidth,
    misplaced: misplaced.map(({ tagName }) => tagName),
  };
}

/** Runs in the browser. */
function placeOfDrawing() {
  const main = document.querySelector("main") ?? document.body;
  const { left, top, width, height } = getComputedStyle(main, "::before");
  return [left, top, width, height].map((px) => Math.round(parseFloat(px)));
}

/** Runs in the browser: where it begins, and its width. */
function drawingUnder() {
  const head = document.querySelector("main [data-head]") ?? document.body;
  const { width } = getComputedStyle(head, "::after");
  return [head.getBoundingClientRect().left, parseFloat(width)].map(Math.round);
}

/** Runs in the browser: where the image of the head begins, its width, and whether it is below the headline. */
function readHead() {
  const box = (selector: string) =>
    document
      .querySelector(`main [data-head] ${selector}`)
      ?.getBoundingClientRect() ?? new DOMRect();
  const [image, headline] = [box("img"), box("h1")];
  return {
    image: [image.left, image.width].map(Math.round),
    isBelow: image.top > headline.bottom,
  };
}

/** Runs in the browser. */
function placeOfArt() {
  const { left, top, width, height } =
    document.querySelector("[data-art]")?.getBoundingClientRect() ??
    new DOMRect();
  return [left, top, width, height].map(Math.round);
}
