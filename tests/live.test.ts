import { describe, expect, test, vi } from "vitest";
import { parseDocument } from "yaml";
import type { Diagnostic } from "../compiler/diagnostics/diagnostic.ts";
import { liveFindings } from "../compiler/live/compare.ts";
import { liveShape } from "../compiler/live/shape.ts";
import { data, items } from "../compiler/schema/read.ts";
import type { Program } from "../compiler/link/program.ts";
import type { Funnel } from "../generated/contract.ts";
import {
  type Answers,
  readAnswer,
  readAnswers,
} from "../runtime/core/answers.ts";
import { runGuards } from "../runtime/guards/run-guards.ts";
import { answersTo } from "../runtime/walk/answers-to.ts";
import { explore } from "../runtime/walk/explore.ts";
import { entryOf, newcomer, type Visit } from "../runtime/walk/visit.ts";
import {
  EDITS,
  funnelOf,
  KEYS,
  fixed,
  questionOf,
  saidLost,
  textOf,
} from "./testing/edits.ts";
import { walkable } from "./testing/follow.ts";
import { someOf } from "./testing/long.ts";

/**
 * Funnels are edited while visitors are inside them. For visitors at every step, what the functions of their pages do
 * with what they have stored is held against what `check --against` has said of the edit.
 */
vi.spyOn(console, "warn").mockReturnValue();

/** So many questions of a funnel are edited in each manner; the others come by in the browsers of the long run. */
const MOST = 1;

const looked = new Map<string, ReturnType<typeof lookInto>>();

/** A funnel as it is, and somebody at each of its steps. */
function lookInto(key: string) {
  const source = textOf(`${key}.yaml`);
  const before = fixed(`${key}.yaml`, source)?.program;
  if (before === undefined) throw new Error("the content has mistakes");
  const old = funnelOf(before, key);
  const entry = entryOf(old);
  if (entry === null) throw new Error("there is no first step");
  const { visits } = explore(walkable(old), [newcomer(entry)]);
  const everybody = someAtEachStep([...visits.values()]).map((visit) => ({
    ...visit,
    contact: { name: "Robin", email: "robin@example.com" },
  }));
  return { source, shape: liveShape(before), old, everybody };
}

function visitorsOf(key: string) {
  const found = looked.get(key) ?? lookInto(key);
  looked.set(key, found);
  return found;
}

const edits = KEYS.flatMap((key) =>
  Object.keys(EDITS).map((what) => [key, what] as const),
);

someOf(
  test,
  edits,
  10,
)("visitors of %s when %s", ([key, what]) => {
  const name = `${key}.yaml`;
  const { source, shape, old, everybody } = visitorsOf(key);
  const questions = items(data(parseDocument(source).toJS()).questions);
  const turn = Object.keys(EDITS).indexOf(what);
  let edited = 0;
  for (const n of questions.keys()) {
    if (edited === MOST) break;
    // Not the same ones each time.
    const i = (turn * 7 + n) % questions.length;
    const raw = questions[i];
    const document = parseDocument(source);
    if (EDITS[what]?.(document, i, questionOf(raw)) !== true) continue;
    // Long texts stay on one line, as people write them: those are read the fast way.
    const after = fixed(name, document.toString({ lineWidth: 0 }));
    // The edit names what is gone, or breaks a rule: it is never built.
    if (after === null) continue;
    edited += 1;
    const now = funnelOf(after.program, key);
    lookAt(liveFindings(shape, after.program), now, everybody, old);
  }
  expect(edited).toBeGreaterThan(0);
});

const SKILLBRAIN = "skill-building/skillbrain.yaml";
const HEADING = "Your four weeks are ready, {{ name | friend }}";
const QUESTION = `  - id: extra
    ask: And this?
    options: [{ label: One, value: one }, { label: Two, value: two }]
`;

/** What offers show is changed; the visitors of before have told their email, and all answers that they were asked for. */
describe("at an offer nobody is led back, and nothing is missing without being said", () => {
  const source = textOf(SKILLBRAIN);
  const nameless = source.replace("fields: [name, email]", "fields: [email]");
  const asking = source.replace("questions:\n", `questions:\n${QUESTION}`);
  const showing = (text: string, shown: string) => text.replace(HEADING, shown);

  test.each([
    [
      "a name that is newly asked for",
      nameless,
      showing(source, "Ready, {{ name }}"),
      1,
    ],
    ["the same with a fallback", nameless, source, 0],
    [
      "a name that was asked for",
      source,
      showing(source, "Ready, {{ name }}"),
      0,
    ],
    ["a question that is new", source, showing(asking, "For {{ extra }}"), 1],
    [
      "the same with a fallback",
      source,
      showing(asking, "For {{ extra | you }}"),
      0,
    ],
  ])("%s", (_, earlier, later, holes) => {
    const before = built(earlier.replaceAll("{{ name }}", "{{ name | you }}"));
    const after = built(later);
    const found = liveFindings(liveShape(before), after).filter(
      ({ code }) => code === "live/no-fallback",
    );
    expect(found).toHaveLength(holes);
    const now = funnelOf(after, "skill-building/skillbrain");
    const [old, offer] = [
      funnelOf(before, "skill-building/skillbrain"),
      now,
    ].map(({ steps }) => steps.find(({ id }) => id === "oto"));
    if (old === undefined || offer === undefined) throw new Error("no offer");
    const answers = Object.fromEntries(
      old.needs.flatMap(({ kind, id }) => {
        const step = now.steps.find((one) => one.id === id);
        return kind === "answer" && step
          ? [[id, answersTo(step)[0] ?? ""]]
          : [];
      }),
    );
    const contact = { email: "robin@example.com" };
    const visit = { step: offer, answers, contact };
    expect(ledBack(now, { ...newcomer(offer), ...visit }, true)).toBeNull();
  });
});

function built(text: string): Program {
  const made = fixed(SKILLBRAIN, text);
  if (made === null) throw new Error("the content has mistakes");
  return made.program;
}

/** So many visitors stand at every step. */
const AT_EACH_STEP = 4;

function someAtEachStep(visits: readonly Visit[]): readonly Visit[] {
  const counts = new Map<string, number>();
  return visits.filter(({ step }) => {
    const count = (counts.get(step.id) ?? 0) + 1;
    counts.set(step.id, count);
    return count <= AT_EACH_STEP;
  });
}

/** Nobody loses an answer, or is led back, without it having been said; nobody at an offer is led back at all. */
function lookAt(
  findings: readonly Diagnostic[],
  now: Funnel,
  everybody: readonly Visit[],
  old: Funnel,
): void {
  const lost = lostAnswers(old, now);
  const said = saidLost(findings);
  expect(said).toEqual(lost);
  for (const visit of everybody) {
    const step = now.steps.find(
      (one) => one.id === visit.step.id || one.was?.includes(visit.step.id),
    );
    if (step === undefined) continue;
    const answers = readAnswers(now, visit.answers);
    const wasOffered = visit.step.late === true && old.edition !== now.edition;
    const back = ledBack(now, { ...visit, step, answers }, wasOffered);
    if (back === null) continue;
    expect([visit.step.id, visit.step.late]).toEqual([
      visit.step.id,
      undefined,
    ]);
    const isSaid =
      said.has(back) ||
      findings.some(
        ({ code, message }) =>
          // What it has become has another name.
          (code === "live/question-gone" && message.includes("answered")) ||
          (code === "live/need-new" && message.includes(`"${back}"`)),
      );
    expect([visit.step.id, back, isSaid]).toEqual([visit.step.id, back, true]);
  }
}

/** The questions of which some answer that could be given can be kept no longer. */
function lostAnswers(old: Funnel, now: Funnel): Set<string> {
  return new Set(
    old.steps.flatMap((step) => {
      const answers = answersTo(step).filter(
        (answer) => readAnswer(step, answer) !== null,
      );
      const target = now.steps.find(
        (one) => one.id === step.id || one.was?.includes(step.id),
      );
      if (target === undefined) return answers.length === 0 ? [] : [step.id];
      // Of the funnel as it is, the one step that can have it.
      const alone = { ...now, steps: [target] };
      const keeps = (stored: Answers) =>
        Object.hasOwn(readAnswers(alone, stored), target.id);
      return answers.every((answer) => keeps({ [step.id]: answer }))
        ? []
        : [step.id];
    }),
  );
}

function ledBack(
  funnel: Funnel,
  visit: Visit,
  wasOffered: boolean,
): string | null {
  const result = runGuards({
    ...visit,
    funnel,
    wasOffered,
    visitorMissing: false,
    returned: false,
    loadVisitor: () => Promise.resolve(),
    sleep: () => Promise.resolve(),
  });
  if (result instanceof Promise) throw new Error("a guard waits in memory");
  return result.kind === "redirect" ? result.to : null;
}
