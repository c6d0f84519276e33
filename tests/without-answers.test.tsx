// @vitest-environment happy-dom
import { createStore } from "jotai";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { beforeAll, describe, expect, test } from "vitest";
import { href } from "../generated/address.ts";
import type { Brand, Funnel, Step } from "../generated/contract.ts";
import { App } from "../runtime/app.tsx";
import { pages } from "../runtime/pages/registry.ts";
import { unanswered } from "../runtime/screen/step-screen.tsx";
import { hydratedAtom } from "../runtime/state/visit.ts";
import { made } from "../runtime/testing/made.ts";
import { brandOf, brands, funnelsOf } from "./testing/content.ts";
import { explore } from "../runtime/walk/explore.ts";
import { heldBack, newcomer } from "../runtime/walk/visit.ts";
import { walkable } from "./testing/follow.ts";

/** Stands in every text where a word of the visitor would be, and was not given. */
const LEFT_OVER = "(nobody said)";

const units = (
  await Promise.all(
    brands.map(async (id) => {
      const brand = await brandOf(id);
      return (await funnelsOf(id)).map((funnel) => ({
        name: `${id}/${funnel.id}`,
        brand,
        funnel: withMarks(funnel),
      }));
    }),
  )
).flat();

await Promise.all(
  [...Object.values(pages), unanswered].map(({ load }) => load()),
);

describe.each(units)(
  "$name, opened by links without any answer",
  ({ brand, funnel }) => {
    let opened: readonly { readonly step: Step; readonly html: string }[];
    beforeAll(() => {
      opened = funnel.steps
        .filter((step) => !isRedirected(funnel, step))
        .map((step) => ({ step, html: markupOf(brand, funnel, step, true) }));
    });

    test("shows no word, chart or condition that nobody gave", () => {
      expect(opened.length).toBeGreaterThan(0);
      const begun = begunAt(funnel);
      const wrong = opened.flatMap(({ step, html }) =>
        LEFTOVERS.filter(
          (pattern) =>
            pattern.test(html) && !(pattern === FALLBACK && begun.has(step.id)),
        ).map((pattern) => `${step.path} ${String(pattern)}`),
      );
      expect(wrong).toEqual([]);
      const decided = opened.flatMap(({ step, html }) => {
        const shown = sectionsIn(html);
        return sectionsOf(step)
          .filter(({ when, section }) => when !== null && isOnly(step, section))
          .filter(({ section }) => shown.includes(section))
          .map(({ section }) => `${step.path} ${section}`);
      });
      expect(decided).toEqual([]);
    });

    test("says what a page is made from, and leads to the quiz", () => {
      for (const { step, html } of opened) {
        if (step.basis === null || step.basis.page.length === 0) continue;
        expect(html, step.path).toContain("data-unanswered");
        expect(html, step.path).toContain('data-action="continue"');
        expect(html.match(/<h1[ >]/g), step.path).toHaveLength(1);
      }
    });

    test("is not painted before it is known what was given", () => {
      const begun = begunAt(funnel);
      for (const step of funnel.steps) {
        const html = markupOf(brand, funnel, step, false);
        expect(FALLBACK.test(html), step.path).toBe(
          step.basis === null && begun.has(step.id) && FALLBACK.test(html),
        );
        expect(html.includes("data-undecided"), step.path).toBe(
          step.basis !== null,
        );
      }
    });
  },
);

test("the content has pages that are made of answers, of every manner", () => {
  const steps = units.flatMap(({ funnel }) => funnel.steps);
  const bases = steps.flatMap(({ basis }) => basis ?? []);
  expect(bases.length).toBeGreaterThan(50);
  const names = bases.flatMap(({ page }) => page);
  for (const kind of ["answer.", "contact.", "score."])
    expect(names.some((name) => name.startsWith(kind))).toBe(true);
  for (const part of ["values", "stays", "instead"])
    expect(bases.some((basis) => part in basis)).toBe(true);
});

const FALLBACK = /\(nobody said\)/;
const LEFTOVERS = [
  FALLBACK,
  /undefined|NaN|\[object/,
  /data-section="(gauge|bars|portrait|recap)"/,
];

function markupOf(
  brand: Brand,
  funnel: Funnel,
  step: Step,
  hydrated: boolean,
): string {
  const store = createStore();
  store.set(hydratedAtom, hydrated);
  const location = encodeURI(href(funnel.mounts[0] ?? "", step.path));
  return renderToStaticMarkup(
    <StaticRouter location={location}>
      <App brand={brand} funnel={funnel} store={store} />
    </StaticRouter>,
  );
}

/** The steps that a landing page leads to before anything is asked: their fallbacks are words for everybody. */
function begunAt(funnel: Funnel): ReadonlySet<string> {
  const ledTo = new Set<string>(
    funnel.steps.flatMap(({ edges }) => edges.map(({ to }) => to)),
  );
  const starts = funnel.steps
    .filter(({ id, basis }) => basis === null && !ledTo.has(id))
    .map(newcomer);
  const reached = [...explore(walkable(funnel), starts).visits.values()];
  return new Set(
    reached
      .filter(({ answers, contact }) => isEmpty(answers) && isEmpty(contact))
      .map(({ step }) => step.id),
  );
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}

function isRedirected(funnel: Funnel, step: Step): boolean {
  return heldBack(funnel, newcomer(step)) !== null;
}

function sectionsIn(html: string): readonly string[] {
  return [...html.matchAll(/data-section="([^"]+)"/g)].map(
    ([, section = ""]) => section,
  );
}

function sectionsOf({ props }: Step) {
  return "sections" in props ? (props.sections ?? []) : [];
}

/** Whether a page has one section of this kind alone, so that it can be told from others. */
function isOnly(step: Step, kind: string): boolean {
  return (
    sectionsOf(step).filter(({ section }) => section === kind).length === 1
  );
}

/** The funnel with a mark for every fallback, and for every word that has none. */
function withMarks(funnel: Funnel): Funnel {
  const text = JSON.stringify(funnel, (_, value: unknown) =>
    isVariable(value) ? { ...value, fallback: LEFT_OVER } : value,
  );
  return made<Funnel>(JSON.parse(text));
}

function isVariable(value: unknown): value is { readonly kind: "variable" } {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    value.kind === "variable"
  );
}
