import type { Option } from "../shared/contract.ts";
import type { Path } from "../diagnostics/span.ts";
import { undeclared } from "./regular.ts";
import type { Findings, FunnelScope } from "./scope.ts";
import { addNotes, noteUse, type StepUsage } from "./step-usage.ts";

/** Where names are looked up, and what is noted of them. */
export interface Linking {
  readonly scope: FunnelScope;
  readonly findings: Findings;
  readonly usage: StepUsage;
}

/** The name of a product, question, score or promo code of the funnel, noted as used by the step; an unknown one is a finding. */
export function linkName(
  kind: "product" | "question" | "score" | "code",
  name: string,
  path: Path,
  linking: Linking,
): string {
  switch (kind) {
    case "product":
      linkProduct(name, path, linking);
      break;
    case "question":
      linkQuestion(name, path, linking);
      break;
    case "score":
      linkScore(name, path, linking);
      break;
    case "code":
      linkCode(name, path, linking);
      break;
  }
  return name;
}

function linkProduct(
  name: string,
  path: Path,
  { scope, findings, usage }: Linking,
): void {
  usage.used.add(`products.${name}`);
  const unknown = undeclared(name, scope.products);
  if (unknown !== null) findings.add("product/unknown", path, unknown);
}

/** A page hands out codes of visitors; a word is for whoever knows it. */
function linkCode(
  name: string,
  path: Path,
  { scope, findings, usage }: Linking,
): void {
  usage.used.add(`codes.${name}`);
  const known = [...scope.codes].flatMap(([id, isOwn]) => (isOwn ? [id] : []));
  if (!known.includes(name))
    findings.add("code/unknown", path, { name, known });
}

function linkQuestion(
  name: string,
  path: Path,
  { scope, findings, usage }: Linking,
): void {
  noteUse(usage, use("answer", name, path));
  if (!scope.questions.has(name))
    findings.add("question/unknown", path, {
      name,
      known: [...scope.questions.keys()],
      is: stepNamed(name, scope),
    });
}

/** What a name is that is no question's. */
export function stepNamed(name: string, scope: FunnelScope): "step" | null {
  return scope.steps.includes(name) ? "step" : null;
}

function linkScore(
  name: string,
  path: Path,
  { scope, findings, usage }: Linking,
): void {
  const linked = scope.scores.get(name);
  usage.used.add(`scores.${name}`);
  if (linked === undefined) {
    const known = [...scope.scores.keys()];
    findings.add("score/unknown", path, { name, known });
  }
  // A question adds to its score and shows nothing of it.
  if (linked === undefined || usage.section === null) return;
  noteUse(usage, use("score", name, path));
  addNotes(usage, linked.labels);
  if (usage.section.bandTexts) addNotes(usage, linked.texts);
}

function use<K extends "answer" | "score">(kind: K, id: string, path: Path) {
  return { kind, id, required: false, path, written: "" };
}

/** The options of a set that is named, with what its texts use; none when there is no such set. */
export function linkOptionSet(
  name: string,
  path: Path,
  { scope, findings, usage }: Linking,
): readonly Option[] {
  const set = scope.optionSets.get(name);
  if (set === undefined) {
    const known = [...scope.optionSets.keys()];
    findings.add("option-set/unknown", path, { name, known });
    return [];
  }
  usage.used.add(`optionSets.${name}`);
  addNotes(usage, set.notes);
  return set.options;
}
