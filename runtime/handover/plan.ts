import type { Funnel, Step, Text } from "../../generated/contract.ts";
import type {
  HandoverPlan,
  HandoverStep,
  PrerenderRequest,
  SeveralAnswers,
} from "../../generated/render-contract.ts";
import { href } from "../../generated/address.ts";
import { isHidden } from "../../generated/privacy.ts";
import { handovers } from "../../generated/traits.ts";
import { vendors } from "../analytics/registry.ts";
import type { Vendor } from "../analytics/vendor.ts";
import { answerLabel } from "../core/answer-label.ts";
import { type Answer, answerTo, optionsOf } from "../core/answers.ts";
import { stepById } from "../core/flow.ts";
import { own } from "../core/read.ts";

/**
 * How many steps behind the first one travel in the document: as many as a hurried visitor with a slow phone and
 * network gets to before React is there. They say much the same, so that each adds little to a compressed document.
 */
const TEMPLATES = 6;

/**
 * What the hand-over script may do from this page on: the steps whose next one is certain from the tap alone, `most` of
 * them behind the first. Null where the first step is none of them.
 */
export function plan(
  request: PrerenderRequest,
  most: number = TEMPLATES,
): HandoverPlan | null {
  const { funnel, mount, step } = request;
  const apart = apartFrom(request);
  const road = { funnel, mount, apart };
  const first = handed(road, step, new Set());
  if (first === null) return null;
  const steps: Record<string, HandoverStep> = {
    [href(mount, step.path)]: first,
  };
  const known = new Set<string>();
  // The nearest first: the list grows while it is walked.
  const ahead = [first];
  for (const { id, next, several } of ahead) {
    if (several === null) known.add(id);
    for (const address of Object.values(next)) {
      const target = funnel.steps.find(
        (candidate) => href(mount, candidate.path) === address,
      );
      if (
        target === undefined ||
        address in steps ||
        apart.has(address) ||
        Object.keys(steps).length > most
      )
        continue;
      const planned = handed(road, target, known) ?? standing(target);
      steps[address] = planned;
      ahead.push(planned);
    }
  }
  return { steps: withoutUnknownWays(steps, apart) };
}

/**
 * The addresses that need a document of their own: where a script of a third party may look at the page by itself, a
 * document holds either hidden steps or all others.
 */
function apartFrom({
  brand,
  funnel,
  mount,
  step,
}: PrerenderRequest): ReadonlySet<string> {
  const mayBeRead = Object.values(vendors).some(
    (vendor: Vendor) => vendor.readsPage && vendor.wanted(brand, funnel),
  );
  const others = funnel.steps.filter(
    ({ sensitive }) => isHidden(sensitive) !== isHidden(step.sensitive),
  );
  return new Set(mayBeRead ? others.map(({ path }) => href(mount, path)) : []);
}

interface Road extends Pick<PrerenderRequest, "funnel" | "mount"> {
  /** Addresses that the hand-over loads instead of showing them. */
  readonly apart: ReadonlySet<string>;
}

/** A step that can be shown but not left before React is there. */
function standing(step: Step): HandoverStep {
  const title = plainTitle(step);
  return { id: step.id, title, labels: {}, next: {}, several: null };
}

/** A step whose taps can be carried out; `known` are the steps answered on the way to it. */
function handed(
  { funnel, mount, apart }: Road,
  step: Step,
  known: ReadonlySet<string>,
): HandoverStep | null {
  const taps = tapsOf(step);
  if (taps === null) return null;
  const several = severalOf(step);
  // The words of one tap are known, those of several are put together by React.
  const sayable = new Set(several === null ? [...known, step.id] : known);
  const next: Record<string, string> = {};
  for (const value of Object.keys(taps)) {
    const target = certainNext(funnel, step, value);
    if (target === null) continue;
    const address = href(mount, target.path);
    if (apart.has(address) || isReady(target, sayable)) next[value] = address;
  }
  return { id: step.id, title: plainTitle(step), labels: taps, next, several };
}

/**
 * Whether all that a step shows is known from taps on the steps that are `sayable`. What is not waits for React, as the
 * side of an experiment does.
 */
function isReady(
  { personal, progress, props, variant }: Step,
  sayable: ReadonlySet<string>,
): boolean {
  if (progress === null || variant !== null) return false;
  return !personal || variablesOf(props).every((name) => sayable.has(name));
}

/** The names of all text variables in a page's properties. */
function variablesOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  if ("kind" in value && value.kind === "variable" && "name" in value)
    return [String(value.name)];
  return Object.values(value).flatMap(variablesOf);
}

/** What one tap on the step can mean, with its words; null when it takes more than a tap. */
function tapsOf(step: Step): Record<string, string> | null {
  switch (own(handovers, step.page)) {
    case "choice":
      return Object.fromEntries(
        choicesOf(step).map((choice) => [
          choice,
          answerLabel(step, choice, plain),
        ]),
      );
    case "choices":
    case "continue":
      return { "": "" };
    case undefined:
      return null;
  }
}

/** How many answers the step takes, where that is for the hand-over to know. */
function severalOf(step: Step): SeveralAnswers | null {
  if (own(handovers, step.page) !== "choices") return null;
  const { min, max } = answerTo(step);
  return { least: Math.max(min, 0), most: Number.isFinite(max) ? max : null };
}

/** What one tap can choose: an option, or a mark of a scale. */
function choicesOf(step: Step): readonly Exclude<Answer, readonly string[]>[] {
  const options = optionsOf(step);
  if (options !== null) return options.map(({ value }) => value);
  const { min, max } = answerTo(step);
  return Array.from({ length: max - min + 1 }, (_, mark) => min + mark);
}

/** The next step, when nothing but this answer decides it. */
function certainNext(funnel: Funnel, step: Step, value: string): Step | null {
  for (const { on, when, to } of step.edges) {
    if (on !== "next") continue;
    if (when === null) return stepById(funnel, to);
    if (value === "" || when.kind !== "answer" || when.step !== step.id)
      return null;
    if (when.in.includes(value)) return stepById(funnel, to);
  }
  return null;
}

function plainTitle({ title }: Step): string {
  return plain(title);
}

function plain(text: Text): string {
  if (typeof text === "string") return text;
  return text
    .map((part) =>
      typeof part === "string"
        ? part
        : "children" in part
          ? plain(part.children)
          : "",
    )
    .join("");
}

/** Ways to steps that are neither in the document nor loaded are left out: such a tap is kept for React. */
function withoutUnknownWays(
  steps: Record<string, HandoverStep>,
  apart: ReadonlySet<string>,
): Record<string, HandoverStep> {
  const isKnown = (to: string) => to in steps || apart.has(to);
  return Object.fromEntries(
    Object.entries(steps).map(([address, step]) => [
      address,
      {
        ...step,
        next: Object.fromEntries(
          Object.entries(step.next).filter(([, to]) => isKnown(to)),
        ),
      },
    ]),
  );
}
