import { describe } from "vitest";
import { href } from "../../generated/address.ts";
import { type BrandId, brands, funnelsOf } from "../testing/content.ts";
import { hydrated } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { someOf } from "../testing/long.ts";

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

const FORMS = ["text", "number", "date", "registration"];

/** Some question with choices first, then one of each kind that is a form. */
async function questionsOf(
  brand: BrandId,
): Promise<readonly { kind: string; path: string }[]> {
  const steps = (await funnelsOf(brand)).flatMap(
    ({ mounts: [mount = ""], steps: all }) =>
      all.map(({ page, path }) => ({ kind: page, path: href(mount, path) })),
  );
  return ["scale", ...FORMS].flatMap(
    (kind) => steps.find((step) => step.kind === kind) ?? [],
  );
}

/** Runs in the browser: where the headline's column is. */
function placeOfHead(): string {
  const head = document.querySelector("main [data-head]");
  const { left = 0, width = 0 } = head?.getBoundingClientRect() ?? {};
  return `${Math.round(left)} px from the left, ${Math.round(width)} px wide`;
}
