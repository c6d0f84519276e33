import type { Path } from "../diagnostics/span.ts";
import type { SectionTraits } from "../schema/traits.ts";
import type { Condition, ValueName } from "../shared/contract.ts";
import { both } from "./conjunction.ts";
import type { LinkTo, Use } from "./program.ts";

/** What a step uses: variables, links and names, noted while it is linked. */
export interface StepUsage {
  readonly step: string;
  readonly uses: Use[];
  /** Under which parts of it are shown. */
  readonly conditions: Condition[];
  readonly links: LinkTo[];
  readonly used: Set<string>;
  /** What is shown of the visitor and decided by, as `answer.goal`, `contact.name` or `score.calm`; a section's apart. */
  values: Set<ValueName>;
  /** Properties whose texts only some visitors see, by what the server knows of them. */
  readonly unseen: readonly string[];
  /** The section that is being linked; null: the page itself. */
  section: Pick<SectionTraits, "bandTexts"> | null;
  /** Under which condition that is shown which is being linked; null: always. */
  when: Condition | null;
  /** Set when something on the page depends on the visitor. */
  personal: boolean;
}

/** Nothing used yet; `used` may be shared by all steps of a funnel. */
export function emptyUsage(
  step: string,
  used = new Set<string>(),
  unseen: readonly string[] = [],
): StepUsage {
  return {
    step,
    uses: [],
    conditions: [],
    links: [],
    used,
    values: new Set(),
    unseen,
    section: null,
    when: null,
    personal: false,
  };
}

/** Notes that a part of a step is shown under a condition. */
export function noteCondition(
  usage: StepUsage,
  condition: Condition | null,
): void {
  if (condition === null) return;
  usage.personal = true;
  usage.conditions.push(condition);
}

/** Notes that a step shows something of the visitor. */
export function noteUse(
  usage: StepUsage,
  use: Omit<Use, "step" | "when" | "inSection">,
): void {
  usage.personal = true;
  // A score is there from the start, with nothing added to it yet.
  const required = use.required && use.kind !== "score";
  if (use.kind === "score") usage.used.add(`scores.${use.id}`);
  const { step, when } = usage;
  const inSection = usage.section !== null;
  usage.uses.push({ ...use, required, step, when, inSection });
  if (!isUnseen(usage, use.path)) usage.values.add(`${use.kind}.${use.id}`);
}

/** Notes that a step leads to an address of the brand. */
export function noteLink(usage: StepUsage, to: string, path: Path): void {
  usage.links.push({ to, path, step: usage.step, when: usage.when });
}

function isUnseen({ unseen }: StepUsage, path: Path): boolean {
  return path.some((key) => unseen.includes(String(key)));
}

/** Notes for a step what was noted of something that stands elsewhere and is shown on it, at a path. */
export function addNotes(
  usage: StepUsage,
  other: StepUsage,
  path: Path = [],
): void {
  const { step } = usage;
  const inSection = usage.section !== null;
  const together = (when: Condition | null) => both(usage.when, when);
  usage.personal ||= other.personal;
  usage.conditions.push(...other.conditions);
  for (const link of other.links)
    usage.links.push({ ...link, step, when: together(link.when) });
  for (const name of other.used) usage.used.add(name);
  if (!isUnseen(usage, path))
    for (const name of other.values) usage.values.add(name);
  for (const use of other.uses)
    usage.uses.push({ ...use, step, inSection, when: together(use.when) });
}

/** Notes the answers and scores that a condition reads. */
export function noteReads(usage: StepUsage, condition: Condition | null): void {
  switch (condition?.kind) {
    case "all":
    case "any":
      for (const part of condition.of) noteReads(usage, part);
      break;
    case "not":
      noteReads(usage, condition.of);
      break;
    case "answer":
      usage.values.add(`answer.${condition.step}`);
      break;
    case "range":
      usage.values.add(`${condition.of}.${condition.id}`);
      break;
    case "band":
      usage.values.add(`score.${condition.score}`);
      break;
    case undefined:
      break;
  }
}
