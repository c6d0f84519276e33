import { describe } from "vitest";
import { href } from "../../generated/address.ts";
import { type BrandId, brands, funnelsOf } from "../testing/content.ts";
import { hydrated, soon } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { test } from "../testing/visitor.ts";
import { someOf } from "../testing/long.ts";

/** A small phone, and what a laptop's browser leaves of its screen. */
const WINDOWS = [
  { width: 375, height: 667 },
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
        const at = `${path}, ${window.width} by ${window.height}`;
        // The preloader may lie over it for a moment.
        await soon(async () =>
          expect(await page.evaluate(isFieldFree), at).toBe(true),
        );
      }
    },
  );
});

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

/** Runs in the browser: whether a tap in the middle or at the lower edge of the first field hits it. */
function isFieldFree(): boolean {
  const field = document.querySelector("main input:not([type=hidden])");
  if (field === null) return false;
  const { left, top, width, height } = field.getBoundingClientRect();
  return [top + height / 2, top + height - 4].every(
    (y) => document.elementFromPoint(left + width / 2, y) === field,
  );
}
