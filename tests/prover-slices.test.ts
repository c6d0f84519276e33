import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../compiler/diagnostics/diagnostic.ts";
import { createCompiler } from "../compiler/compile.ts";
import { funnelRules } from "../compiler/rules/registry.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { readContent } from "../compiler/workspace/content.ts";
import { readEnvironment } from "../compiler/workspace/environment.ts";
import { proofOf } from "../compiler/prove/proof.ts";
import { compileWith, quizText } from "../compiler/testing/base-content.ts";
import { fuzz } from "../compiler/testing/fuzz.ts";
import type { Condition } from "../generated/contract.ts";
import { holds } from "../runtime/core/conditions.ts";
import type { Visit } from "../runtime/walk/visit.ts";
import { madeQuizzes, quizOf } from "./testing/made-quiz.ts";
import {
  largeReports,
  type Made,
  madeReports,
  reportOf,
} from "./testing/made-report.ts";
import {
  isNothing,
  linted,
  type Look,
  LOOKS,
  tryFunnel,
} from "./testing/try-funnel.ts";

/**
 * A report in many parts has more states than can be looked at: the compiler answers each question about it by the
 * decisions that matter to it alone. Where there are few enough it must say the same either way, and what a walker
 * over the functions of the runtime finds.
 */

const prove = (made: Made, look: Look) =>
  tryFunnel(reportOf(made), /(?:path: |Part )([\w-]+)/, look);

/** What is said where, without the words: an example may be another one. */
const said = (found: readonly Diagnostic[]) =>
  found.map(({ code, at }) => `${at.line}:${at.column} ${code}`).toSorted();

/** The findings of a funnel that is looked at in slices, those of all its states at once, and what was left open. */
function bothOf(text: string) {
  const { node, diagnostics } = linted(text, "in slices");
  const codes = new Set(diagnostics.map(({ code }) => code));
  // Other rules than those of a funnel are not asked again.
  const whole = linted(text, "at once").diagnostics.filter(
    ({ code }) => codes.has(code) || BY_PATH.has(code),
  );
  const { unproved } = proofOf(node);
  return { slices: said(diagnostics), whole: said(whole), unproved };
}

const BY_PATH = new Set<string>([
  "condition/never-met",
  "contact/email-not-asked",
  "flow/always-shown",
  "flow/goes-back",
  "flow/never-shown",
  "flow/never-taken",
  "offer/nothing-bought",
  "offer/sells-nothing",
  "product/sold-twice",
  "score/not-fed",
  "section/never-shown",
  "section/none-shown",
  "variable/may-be-missing",
]);

describe("slices say what is said of all states at once", () => {
  test("of quizzes", () => {
    fc.assert(
      fc.property(madeQuizzes, (list) => {
        const { slices, whole, unproved } = bothOf(quizOf(list));
        expect(slices).toEqual(whole);
        expect(unproved).toEqual([]);
      }),
      fuzz(100),
    );
  });

  test("of reports in many parts", () => {
    fc.assert(
      fc.property(madeReports, (made) => {
        const { slices, whole, unproved } = bothOf(reportOf(made));
        expect(slices).toEqual(whole);
        expect(unproved).toEqual([]);
      }),
      fuzz(100),
    );
  });

  test("of what only those are asked who gave an answer long before", () => {
    const text =
      quizText(`- { id: mood, ask: How are you?, options: [{ label: Good, value: good }, { label: Bad, value: bad }] }
- { id: kind, ask: Which kind?, when: { mood: good }, options: [{ label: Calm, value: calm }, { label: Glad, value: glad }] }
- { id: why, ask: Why is that?, when: { kind: [calm, glad] }, options: [Luck, Work] }
- { id: on, page: info, when: { mood: good }, heading: "{{ why }} helps" }`);
    const { slices, whole, unproved } = bothOf(text);
    expect({ slices, whole, unproved }).toEqual({
      slices: [],
      whole: [],
      unproved: [],
    });
  });
});

const CASES = join(ROOT, "tests/cases");

describe("slices say the same", () => {
  test("of what is left empty by whoever comes to a question again", () => {
    const text =
      quizText(`- { id: tried, page: multi, min: 0, ask: What have you tried?, options: [{ label: Tea, value: tea }, { label: Walks, value: walks }], next: [{ when: { mood: good }, to: glad }, { when: { tried: tea }, to: mood }, { to: end }] }
- { id: mood, ask: How are you?, options: [{ label: Good, value: good, to: tried }, { label: Bad, value: bad, to: end }] }
- { id: glad, page: info, heading: "{{ tried }} helps" }
- { id: end, page: info, heading: End }`);
    const { slices, whole, unproved } = bothOf(text);
    expect(slices).toEqual(whole);
    expect(slices.join()).toMatch("variable/may-be-missing");
    expect(unproved).toEqual([]);
  });

  const cases = readdirSync(CASES).filter((name) =>
    existsSync(join(CASES, name, "demo/quiz.yaml")),
  );
  const isByPath = (name: string) =>
    [...BY_PATH].some((code) => name.startsWith(code.replace("/", "-")));
  const saySame = (names: readonly string[]) => {
    for (const name of names) {
      const text = readFileSync(join(CASES, name, "demo/quiz.yaml"), "utf8");
      const { understood } = compileWith({ name: "demo/quiz.yaml", text });
      // With its brand it is another one, and some are not understood.
      const [linked] = understood?.funnels ?? [];
      if (linked === undefined || name === "flow-not-proved") continue;
      const [slices, whole] = [0, undefined].map((most) => {
        const node = { ...linked };
        proofOf(node, most);
        return said(funnelRules.flatMap((rule) => rule(node)));
      });
      expect(slices, name).toEqual(whole);
    }
  };

  test("of the cases about what is found by path", () => {
    const names = cases.filter(isByPath);
    saySame(names);
    expect(names.length).toBeGreaterThan(BY_PATH.size);
  });

  test("of the other cases", { tags: "long" }, () => {
    saySame(cases.filter((name) => !isByPath(name)));
    expect(cases.length).toBeGreaterThan(200);
  });
});

const isReport = ({ id }: { readonly id: string }) => id === "report";

/** The sections of the report, and of each visit to it, which of them, and of their points, are seen, and whose conditions are met. */
function seenIn({ funnel, visits }: ReturnType<typeof prove>) {
  const there = visits.filter(({ step }) => isReport(step));
  const { props } = funnel.steps.find(isReport) ?? {};
  const sections =
    props !== undefined && "sections" in props ? (props.sections ?? []) : [];
  return there.map(({ answers }) => ({
    answers,
    seen: sections.map((section) => {
      const meets = ({ when = null }: { readonly when?: Condition | null }) =>
        holds(when, { funnel, answers });
      const parts =
        section.section === "bullets"
          ? section.items.map((item) =>
              typeof item === "object" && "when" in item ? meets(item) : true,
            )
          : section.section === "recap"
            ? section.items.map(({ question }) => !isNothing(answers[question]))
            : [true];
      const isSeen = meets(section) && parts.includes(true);
      return {
        isSeen,
        isMet: section.section === "recap" ? meets(section) : isSeen,
        parts: section.section === "bullets" ? parts : [isSeen],
        mayBeTold: section.section !== "recap",
      };
    }),
  }));
}

for (const { look, tags } of LOOKS)
  describe(
    `a walker finds what is said of reports ${look}`,
    { tags: [...tags] },
    () => {
      test("on sections that nobody sees, and on who sees none", () => {
        fc.assert(
          fc.property(madeReports, (made) => {
            const tried = prove(made, look);
            const seen = seenIn(tried);
            const ids = partsOf(tried.text);
            const never = ids.filter((_, n) => {
              const all = seen.flatMap((one) => one.seen[n] ?? []);
              return (
                all.some(({ mayBeTold }) => mayBeTold) &&
                all[0]?.parts.some((__, part) =>
                  all.every(({ parts }) => !parts[part]),
                )
              );
            });
            const isCome = seen.length > 0;
            expect([...tried.saidOf("section/never-shown")].sort()).toEqual(
              isCome ? never.toSorted() : [],
            );
            const isBare = seen.some((one) =>
              one.seen.every(({ isSeen }) => !isSeen),
            );
            // What is never seen for its condition is told as such.
            const isEachMet = ids.every((_, n) =>
              seen.some((one) => one.seen[n]?.isMet),
            );
            expect(tried.saidOf("section/none-shown").size).toBe(
              ids.length > 0 && isEachMet && isCome && isBare ? 1 : 0,
            );
          }),
          fuzz(60),
        );
      });

      test("on answers that a section quotes and that may be missing", () => {
        fc.assert(
          fc.property(madeReports, (made) => {
            const tried = prove(made, look);
            const seen = seenIn(tried);
            const missing = partsOf(tried.text).filter((id, n) => {
              const [, quoted] =
                new RegExp(`Part ${id}".*\\{\\{ (\\w+) \\}\\}`).exec(
                  tried.text,
                ) ?? [];
              return (
                quoted !== undefined &&
                seen.some(
                  ({ seen: all, answers }) =>
                    all[n]?.isSeen === true && isNothing(answers[quoted]),
                )
              );
            });
            const told = [...tried.saidOf("variable/may-be-missing")];
            expect(told.filter((id) => /^\d/.test(id)).sort()).toEqual(
              missing.toSorted(),
            );
          }),
          fuzz(60),
        );
      });

      test("on offers that some come to without an email, or with the same bought", () => {
        fc.assert(
          fc.property(madeReports, (made) => {
            const { visits, saidOf } = prove(made, look);
            const offers = visits.filter(({ step }) => step.page === "offer");
            const ids = [...new Set<string>(offers.map(({ step }) => step.id))];
            const at = (id: string) =>
              offers.filter(({ step }) => step.id === id);
            const hasEmail = ({ contact }: Visit) =>
              contact.email !== undefined;
            expect([...saidOf("contact/email-not-asked")].sort()).toEqual(
              ids
                .filter(
                  (id) => at(id).some(hasEmail) && !at(id).every(hasEmail),
                )
                .sort(),
            );
            expect([...saidOf("product/sold-twice")].sort()).toEqual(
              ids
                .filter((id) => at(id).some(({ bought }) => bought.length > 0))
                .sort(),
            );
          }),
          fuzz(60),
        );
      });
    },
  );

/** The numbers of the sections of a report. */
function partsOf(text: string): string[] {
  return [...text.matchAll(/heading: "Part (\d+)"/g)].map(([, id = ""]) => id);
}

describe("no funnel is passed over in silence", () => {
  test("of those with more ways than a walker can go", () => {
    let tooMany = 0;
    fc.assert(
      fc.property(largeReports, (made) => {
        const { node } = linted(reportOf(made), "at once");
        const { whole, unproved } = proofOf(node);
        if (whole === null) tooMany++;
        expect(unproved).toEqual([]);
      }),
      fuzz(10),
    );
    expect(tooMany).toBeGreaterThan(0);
  });

  test("of those that are shipped", () => {
    const environment = readEnvironment(ROOT, "funnels", "");
    const compile = createCompiler({ ...environment, purpose: "compare" });
    const { understood } = compile(readContent(join(ROOT, "funnels")));
    const nodes = understood?.funnels ?? [];
    expect(nodes.length).toBeGreaterThan(10);
    for (const linked of nodes) {
      expect(proofOf(linked).whole).not.toBeNull();
      const node = { ...linked };
      const { unproved } = proofOf(node, 0);
      expect(funnelRules.flatMap((rule) => rule(node))).toEqual(
        funnelRules.flatMap((rule) => rule(linked)),
      );
      expect(unproved).toEqual([]);
    }
  });
});
