import type { Condition } from "../shared/contract.ts";
import type { Path } from "../diagnostics/span.ts";
import { stepNamed } from "./names.ts";
import { optionValue } from "./options.ts";
import { data, items, number, text } from "../schema/read.ts";
import { boundsOutOfReach, isCrossed, isTaken, storedAs } from "./reach.ts";
import type { Findings, FunnelScope, QuestionNames } from "./scope.ts";

/** Resolves a structured condition; names that do not exist are reported where they are written. */
export function linkCondition(
  raw: unknown,
  path: Path,
  scope: FunnelScope,
  findings: Findings,
): Condition | null {
  if (raw === undefined) return null;
  const parts = Object.entries(data(raw)).flatMap(([key, value]) =>
    linkTerm(key, value, [...path, key], scope, findings),
  );
  const [only] = parts;
  return parts.length === 1 && only !== undefined
    ? only
    : { kind: "all", of: parts };
}

function linkTerm(
  key: string,
  value: unknown,
  path: Path,
  scope: FunnelScope,
  findings: Findings,
): Condition[] {
  const inner = (raw: unknown, at: Path): Condition[] => {
    const linked = linkCondition(raw, at, scope, findings);
    return linked === null ? [] : [linked];
  };
  switch (key) {
    case "any":
      return [
        {
          kind: "any",
          of: items(value).flatMap((item, i) => inner(item, [...path, i])),
        },
      ];
    case "not":
      return inner(value, path).map((of) => ({ kind: "not", of }));
    case "score":
      return Object.entries(data(value)).flatMap(([id, bounds]) =>
        linkScore(id, bounds, [...path, id], scope, findings),
      );
    case "band":
      return Object.entries(data(value)).flatMap(([id, bands]) =>
        linkBand(id, bands, [...path, id], scope, findings),
      );
    default:
      return linkAnswer(key, value, path, scope, findings);
  }
}

function range(of: "answer" | "score", id: string, bounds: unknown): Condition {
  const { atLeast, atMost } = data(bounds);
  return { kind: "range", of, id, min: number(atLeast), max: number(atMost) };
}

function linkScore(
  id: string,
  bounds: unknown,
  path: Path,
  scope: FunnelScope,
  findings: Findings,
): Condition[] {
  if (!scoreNamed(id, path, scope, findings)) return [];
  const reach = scope.scores.get(id)?.reach ?? null;
  const wrong = reach && boundsOutOfReach(bounds, reach);
  if (reach !== null && wrong !== null) {
    const of = { kind: "score", ...reach } as const;
    const words = { id, wanted: wrong.wanted, of };
    findings.add("condition/no-answer", [...path, ...wrong.at], words);
  }
  return [range("score", id, bounds)];
}

function scoreNamed(
  id: string,
  path: Path,
  scope: FunnelScope,
  findings: Findings,
): boolean {
  if (scope.scores.has(id)) return true;
  findings.add(
    "score/unknown",
    path,
    { name: id, known: [...scope.scores.keys()] },
    "key",
  );
  return false;
}

function linkBand(
  id: string,
  raw: unknown,
  path: Path,
  scope: FunnelScope,
  findings: Findings,
): Condition[] {
  if (!scoreNamed(id, path, scope, findings)) return [];
  const bands = scope.scores.get(id)?.bands ?? [];
  const known = bands.map((band) => band.id);
  const wanted = values(raw);
  for (const { value, at } of wanted)
    if (!known.includes(value))
      findings.add("band/unknown", [...path, ...at], {
        name: value,
        known,
        meant: bands.find(({ label }) => label === value)?.id,
      });
  return [{ kind: "band", score: id, in: wanted.map(({ value }) => value) }];
}

function linkAnswer(
  id: string,
  raw: unknown,
  path: Path,
  scope: FunnelScope,
  findings: Findings,
): Condition[] {
  const question = scope.questions.get(id);
  if (question === undefined) {
    const known = [...scope.questions.keys(), "any", "not", "score", "band"];
    const is = scope.scores.has(id) ? "score" : stepNamed(id, scope);
    findings.add("question/unknown", path, { name: id, known, is }, "key");
    return [];
  }
  if (typeof raw === "object" && raw !== null && !Array.isArray(raw)) {
    const { reach } = question;
    if (reach?.kind === "quantity") {
      const wrong = boundsOutOfReach(raw, reach);
      // Where nothing can be answered, that is the mistake.
      if (wrong !== null && !isCrossed(reach)) {
        const { at, wanted } = wrong;
        const words = { id, wanted, of: reach };
        findings.add("condition/no-answer", [...path, ...at], words);
      }
      return [range("answer", id, raw)];
    }
    const known = question.values ?? [];
    findings.add("condition/bounds", path, { question: id, known }, "key");
    return [];
  }
  const { kind, reach } = question;
  const stored = values(raw).map(({ value, at }) => {
    const known = storedFor(value, question);
    // Any of the choices that are stored as one may be meant: that they are is told instead.
    const isTold = !scope.isBrandPages && isStoredTwice(question);
    if (known === null && !isTold)
      findings.add("answer/unknown", [...path, ...at], {
        name: value,
        known: question.values ?? [],
        question: id,
        meant: labelled(value, question.written),
        kind,
      });
    else if (
      known !== null &&
      reach !== null &&
      !isTaken(known, reach) &&
      !isCrossed(reach)
    ) {
      const words = { id, wanted: value, of: reach };
      findings.add("condition/no-answer", [...path, ...at], words);
    }
    return known ?? value;
  });
  return [{ kind: "answer", step: id, in: stored }];
}

/** What is stored for an answer as it is written; null where there is no such answer. */
function storedFor(
  value: string,
  { reach, values }: QuestionNames,
): string | null {
  if (reach !== null) return storedAs(value, reach);
  return values === null || values.includes(value) ? value : null;
}

function isStoredTwice({ written }: QuestionNames): boolean {
  return new Set(written.map(optionValue)).size < written.length;
}

/** What is stored for the choice with this label. */
function labelled(
  label: string,
  written: readonly unknown[],
): string | undefined {
  const choice = written.find(
    (item) => text(item, text(data(item).label)) === label,
  );
  return choice === undefined ? undefined : optionValue(choice);
}

function values(raw: unknown): { value: string; at: Path }[] {
  return Array.isArray(raw)
    ? raw.map((item, i) => ({ value: text(item), at: [i] }))
    : [{ value: text(raw), at: [] }];
}
