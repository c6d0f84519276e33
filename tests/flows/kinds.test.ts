import type { Page } from "playwright";
import { describe, expect } from "vitest";
import type { Funnel, Step } from "../../generated/contract.ts";
import { href } from "../../generated/address.ts";
import { BARE, complaintsAt, PHONE } from "../testing/axe.ts";
import { type BrandId, brands, funnelsOf } from "../testing/content.ts";
import { hydrated, type Screen } from "../testing/screen.ts";
import { storedOf } from "../testing/stored.ts";
import { type Arrive, test, type Visitor } from "../testing/visitor.ts";

const QUERY = "?utm_source=x&fbclid=y";

/** A page, and everything that makes it look as it does. */
interface Candidate {
  readonly brand: BrandId;
  readonly path: string;
  readonly page: string;
  readonly traits: readonly string[];
}

// Each kind of page, each layout and each kind of section once, and some of each brand. What the document of each page
// of all brands holds is tested in delivery.test.ts; `npm run gallery -- --axe` looks at all of them.
const chosen = cover(
  (
    await Promise.all(
      brands.map(async (brand) =>
        (await funnelsOf(brand)).flatMap((funnel) =>
          funnel.steps.map((step) => candidate(funnel, step)),
        ),
      ),
    )
  ).flat(),
);

// What a page is shown by does not know its layout and its sections: one of each kind is reloaded, and come back to.
const firstOfKind = new Set(
  new Map(chosen.toReversed().map((each) => [each.page, each])).values(),
);

test.concurrent.for(brands)(
  "every kind of page that %s is the first to have comes alive, and axe finds nothing to complain about",
  async (brand, { arrive }) => {
    const { page, open } = await visit(arrive, brand);
    const complaints: string[] = [];
    for (const wanted of firstOfKind) {
      if (wanted.brand !== brand) continue;
      await open(wanted.path + QUERY);
      const screen = await settled(page, wanted);
      expect(screen).toMatchObject(shownAt(wanted));
      complaints.push(...(await complaintsAt([PHONE], page, wanted.path)));
    }
    expect(complaints).toEqual([]);
  },
);

describe(
  "every kind of page, opened directly, reloaded and with Back; axe finds nothing to complain about",
  {
    tags: "long",
  },
  () => {
    test.concurrent.for(brands)("of %s", async (brand, { arrive }) => {
      const pages = chosen.filter((each) => each.brand === brand);
      // Last, so that Back leads from one of them to the next.
      pages.sort(
        (a, b) => Number(firstOfKind.has(a)) - Number(firstOfKind.has(b)),
      );
      const { page, open } = await visit(arrive, brand);
      const screens: { wanted: Candidate; screen: Screen }[] = [];
      const complaints: string[] = [];
      for (const wanted of pages) {
        await open(wanted.path + QUERY);
        const screen = await settled(page, wanted);
        expect(screen).toMatchObject(shownAt(wanted));
        expect(screen.heading, wanted.path).not.toBe("");
        // The long run looks at all of them, on a desktop too.
        complaints.push(...(await complaintsAt([PHONE], page, wanted.path)));
        if (!firstOfKind.has(wanted)) continue;
        await page.reload({ waitUntil: "commit" });
        expect(await settled(page, wanted), "reloaded").toEqual(screen);
        screens.push({ wanted, screen });
      }
      await open("/terms");
      for (const { wanted, screen } of screens.toReversed()) {
        await page.goBack({ waitUntil: "commit" });
        expect(await settled(page, wanted), "with Back").toEqual(screen);
      }
      expect(complaints).toEqual([]);
    });
  },
);

async function visit(arrive: Arrive, brand: BrandId): Promise<Visitor> {
  return arrive(brand, {
    stored: await storedOf(brand),
    own: BARE,
    // Of the page for addresses that lead nowhere.
    expected: /status of 404/,
  });
}

function shownAt({ path, page }: Candidate) {
  return { path, search: QUERY, page };
}

test("a kind of page that is not in the list would be missed", () => {
  expect(new Set(chosen.map(({ page }) => page)).size).toBeGreaterThan(20);
  expect(new Set(chosen.map(({ brand }) => brand))).toEqual(new Set(brands));
});

function candidate(funnel: Funnel, step: Step): Candidate {
  const [mount] = funnel.mounts;
  const { props } = step;
  return {
    brand: funnel.brand,
    path: mount === undefined ? step.path : href(mount, step.path),
    page: step.page,
    traits: [
      funnel.brand,
      step.page,
      ...("layout" in props ? [`${step.page} ${props.layout}`] : []),
      ...("sections" in props
        ? props.sections.map(({ section }) => `section ${section}`)
        : []),
    ],
  };
}

/** Few candidates that have all traits between them, spread over the brands. */
function cover(candidates: readonly Candidate[]): readonly Candidate[] {
  const missing = new Set(candidates.flatMap(({ traits }) => traits));
  const taken: Candidate[] = [];
  // Whatever adds most is taken next; of equals, one of the brand that has fewest.
  const worth = ({ brand, traits }: Candidate) =>
    traits.filter((trait) => missing.has(trait)).length -
    taken.filter((each) => each.brand === brand).length / 1_000;
  while (missing.size > 0) {
    const best = candidates.reduce((one, other) =>
      worth(other) > worth(one) ? other : one,
    );
    taken.push(best);
    for (const trait of best.traits) missing.delete(trait);
  }
  return taken;
}

/** The screen once nothing on it is still to be found out. */
async function settled(page: Page, wanted: Candidate): Promise<Screen> {
  const screen = await hydrated(page);
  if (wanted.page !== "generate") return screen;
  const noPhoto = { name: "There is no photo yet" };
  await page.getByRole("heading", noPhoto).waitFor();
  return hydrated(page);
}
