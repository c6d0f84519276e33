import pc from "picocolors";
import type { Condition } from "../shared/contract.ts";
import type { FunnelNode } from "../link/program.ts";
import { plainTextIn } from "../link/plain-text.ts";
import { NONE } from "../link/options.ts";
import { nameOf } from "../rules/step-span.ts";
import { data, items } from "../schema/read.ts";
import type {
  Covered,
  Failure,
  Stop,
  WalkReport,
} from "../shared/walk-contract.ts";
import type { Colors } from "./pretty.ts";
import { plural } from "./plural.ts";

export const WALK_FORMATS = ["pretty", "json"] as const;

/** A funnel with what the walks through it have shown. */
export interface WalkedFunnel {
  readonly node: FunnelNode;
  readonly report: WalkReport;
}

/** What each promise says, as the title of a failure. */
const PROMISES: { readonly [P in Failure["promise"]]: string } = {
  "leads-on": "every screen leads on",
  ends: "every way comes to an end",
  progress: "progress never falls",
  "way-back": "Back leads to the screen before",
  guards:
    "whoever comes by the quiz is let through, and a guard sends to a page that helps",
  options: "every choice can be answered",
  known: "nothing is shown that is not known",
  price: "the price shown is the price charged",
  once: "nothing is sold twice",
  "one-tap": "one tap pays only with a saved method",
  decline: "every offer can be declined",
  danger: "whoever is in danger is sold nothing",
};

/** Walks for people at a terminal: one line a funnel, what could not be walked, and what does not hold. */
export function prettyWalks(
  walked: readonly WalkedFunnel[],
  seed: number,
  c: Colors = pc,
): string {
  const lines = walked.flatMap(({ node, report }) => [
    `${report.failures.length === 0 ? c.green("✓") : c.red("✗")} ${c.bold(node.key)}  ${coverage(report.coverage)}`,
    ...reasons(report.coverage).map((line) => c.dim(`    ${line}`)),
    ...report.failures.flatMap((failure) => [
      c.red(`    ${placeOf(failure.step, node)}  ${PROMISES[failure.promise]}`),
      `      "${failure.step}" ${failure.says}`,
      c.dim(`      ${wayOf(failure, node)}`),
    ]),
  ]);
  const count = walked.reduce((n, { report }) => n + report.failures.length, 0);
  const visits = walked.reduce((n, { report }) => n + report.visits, 0);
  const byChance = walked.reduce((n, { report }) => n + report.byChance, 0);
  return [
    ...lines,
    "",
    `${plural(walked.length, "funnel")}, ${plural(visits, "different visit")} and ${byChance} by chance (--seed ${seed}): ${count === 0 ? c.green("every promise is kept") : c.red(`${plural(count, "promise")} ${count === 1 ? "is" : "are"} not kept`)}`,
  ].join("\n");
}

/** For programs: version 1. */
export function jsonWalks(
  walked: readonly WalkedFunnel[],
  seed: number,
): string {
  const funnels = walked.map(({ node, report }) => ({
    funnel: node.key,
    visits: report.visits,
    byChance: report.byChance,
    coverage: report.coverage,
    failures: report.failures.map((failure) => {
      const { file, line, column } = spanOf(failure.step, node);
      const way = wayOf(failure, node);
      return { ...failure, way, stops: failure.way, file, line, column };
    }),
  }));
  return JSON.stringify({ version: 1, seed, funnels }, null, 2);
}

/** `100 % of 32 steps, 39 edges`; what is not whole stands by itself. */
function coverage(all: readonly Covered[]): string {
  const some = all.filter((one) => one.all > 0);
  const whole = some.filter(({ missing }) => missing.length === 0);
  return [
    ...(whole.length === 0
      ? []
      : [
          `100 % of ${whole.map((one) => `${one.all} ${one.what}`).join(", ")}`,
        ]),
    ...some
      .filter(({ missing }) => missing.length > 0)
      .map(
        (one) => `${one.all - one.missing.length} of ${one.all} ${one.what}`,
      ),
  ].join("; ");
}

/** Why something is not covered, each reason once with all that it holds for. */
function reasons(all: readonly Covered[]): readonly string[] {
  return all.flatMap(({ what, missing }) =>
    [...new Set(missing.map(({ why }) => why))].map((why) => {
      const names = missing.filter((one) => one.why === why);
      return `${what} not walked, because ${why}: ${names.map(({ name }) => name).join(", ")}`;
    }),
  );
}

function spanOf(step: string, node: FunnelNode) {
  const at = node.funnel.steps.findIndex(({ id }) => id === step);
  return nameOf(node, at);
}

function placeOf(step: string, node: FunnelNode): string {
  const { file, line, column } = spanOf(step, node);
  return `${file}:${line}:${column}`;
}

/** The answers that lead there, in the words of the content: `heart "None of these" → oto (decline) → small`. */
export function wayOf(
  { way, step }: Pick<Failure, "way" | "step">,
  node: FunnelNode,
): string {
  const deciding = decidingIn(node);
  const stops = way.filter(
    ({ step, on }) => on !== "next" || deciding.has(step),
  );
  const words = stops.map((stop) => {
    if (stop.on !== "next") return `${stop.step} (${stop.on})`;
    return `${stop.step} ${labelOf(stop, node)}`;
  });
  return [...words, step].join(" → ");
}

/** The questions whose answers decide where somebody goes, by themselves or by a score, and those about danger. */
function decidingIn({ funnel, dangers }: FunnelNode): ReadonlySet<string> {
  const named = new Set<string>(dangers.map(({ step }) => step));
  const read = (when: Condition): void => {
    switch (when.kind) {
      case "all":
      case "any":
        return when.of.forEach(read);
      case "not":
        return read(when.of);
      case "answer":
        return void named.add(when.step);
      case "range":
        return when.of === "score" ? score(when.id) : void named.add(when.id);
      case "band":
        return score(when.score);
    }
  };
  const score = (id: string) => {
    const { items = {} } = funnel.scores.find((one) => one.id === id) ?? {};
    for (const question of Object.keys(items)) named.add(question);
  };
  for (const { edges } of funnel.steps)
    for (const { when } of edges) if (when !== null) read(when);
  return named;
}

function labelOf({ step: id, answer }: Stop, { funnel }: FunnelNode): string {
  const step = funnel.steps.find((one) => one.id === id);
  const { options, none } = data(step?.props);
  const given = answer === null ? [] : [answer].flat();
  const labels = given.map((value) => {
    const option = items(options).find((one) => data(one).value === value);
    const label = plainTextIn(data(option).label);
    if (label !== "") return `"${label}"`;
    return value === NONE && none !== undefined
      ? `"${plainTextIn(none)}"`
      : String(value);
  });
  return labels.length === 0 ? "(nothing)" : labels.join(" and ");
}
