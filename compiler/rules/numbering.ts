import { type Change, diagnose } from "../diagnostics/diagnostic.ts";
import type { FunnelNode } from "../link/program.ts";
import type { FunnelRule } from "./rule.ts";

const NUMBERED = /^(\d+)-/;
/** A number with another sign behind it than a dash. */
const OTHER_SIGN = /^(\d+)[_.~](?=.)/;

/** The numbered pages go on counting where the questions end: 33 questions, then `34-summary`. */
export const numbering: FunnelRule = (node) => {
  const { funnel, questions, asides } = node;
  if (questions === 0) return [];
  const wrong: Numbered[] = [];
  const astray: number[] = [];
  const glued: number[] = [];
  let expected = questions;
  for (const [i, { pattern }] of funnel.steps.entries()) {
    if (i < questions) continue;
    const other = OTHER_SIGN.exec(pattern);
    if (Number(other?.[1]) === expected + 1 && !asides.has(i)) {
      glued.push(i);
      expected += 1;
      continue;
    }
    const written = NUMBERED.exec(pattern);
    if (written === null) continue;
    if (asides.has(i)) {
      astray.push(i);
      continue;
    }
    expected += 1;
    const found = Number(written[1]);
    if (found !== expected) wrong.push({ i, found, expected });
  }
  return [
    ...astray.map((i) => {
      const [number = ""] = NUMBERED.exec(funnel.steps[i]?.pattern ?? "") ?? [];
      return diagnose("path/not-counted", placeOf(node, i), { number });
    }),
    ...glued.map((i) => {
      const path = funnel.steps[i]?.pattern ?? "";
      const at = placeOf(node, i);
      return diagnose("path/numbering", at, { path, sign: signOf(path) });
    }),
    ...slips(wrong).flatMap((slip) => told(slip, node)),
  ];
};

function signOf(path: string): string {
  return path.replace(/^\d+/, "").charAt(0);
}

/** A page with another number than it should have. */
interface Numbered {
  readonly i: number;
  readonly found: number;
  readonly expected: number;
}

/** Pages that are wrong by the same number are one mistake: a question was put before them, or taken away. */
function slips(wrong: readonly Numbered[]): Numbered[][] {
  const groups: Numbered[][] = [];
  for (const one of wrong) {
    const last = groups.at(-1)?.at(-1);
    const by = one.expected - one.found;
    if (last !== undefined && last.expected - last.found === by)
      groups.at(-1)?.push(one);
    else groups.push([one]);
  }
  return groups;
}

function told(slip: readonly Numbered[], node: FunnelNode) {
  const [first] = slip;
  if (first === undefined) return [];
  const { i, found, expected } = first;
  const path = node.funnel.steps[i]?.pattern ?? "";
  const changes = slip.map((one) => renumbering(one, node));
  const words = {
    path,
    found,
    expected,
    before: expected - 1,
    others: slip.length - 1,
  };
  const fix = { kind: "safe", changes } as const;
  return [diagnose("path/numbering", placeOf(node, i), words, [], fix)];
}

function renumbering({ i, expected }: Numbered, node: FunnelNode): Change {
  const from = node.funnel.steps[i]?.pattern ?? "";
  const to = from.replace(NUMBERED, `${expected}-`);
  return { kind: "replace", at: placeOf(node, i), from, to };
}

function placeOf({ source, origins }: FunnelNode, i: number) {
  return source.span([...(origins[i] ?? []), "path"], "value");
}
