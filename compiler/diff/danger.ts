import type { FunnelNode } from "../link/program.ts";
import { labelOf } from "../prove/witness.ts";
import { data, items } from "../schema/read.ts";
import type { Step } from "../shared/contract.ts";
import type { Change, Told } from "./change.ts";
import type { Matched } from "./match.ts";
import type { Reading } from "./props.ts";

/** The answers by which somebody may be in danger that were none before, and those that are none any more. */
export function dangerChanges(
  of: string,
  { both, gone, fresh, names }: Matched,
  { before, after }: Reading,
): Change[] {
  const pairs: readonly { before: Step | null; after: Step | null }[] = [
    ...both,
    ...gone.map((step) => ({ before: step, after: null })),
    ...fresh.map((step) => ({ before: null, after: step })),
  ];
  return pairs.flatMap(({ before: one, after: other }) => {
    const step = (other ?? one)?.id ?? null;
    const valueNow = (value: string) =>
      names.values.get(`${one?.id}/${value}`) ?? value;
    const old = choicesOf(one, before, valueNow);
    const now = choicesOf(other, after, (value) => value);
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((value) =>
      choiceChanges(old.get(value) ?? null, now.get(value) ?? null).map(
        (change) => ({ ...change, of, step, way: null }),
      ),
    );
  });
}

function choiceChanges(before: Choice | null, after: Choice | null): Told[] {
  const was = before?.isDangerous === true;
  const is = after?.isDangerous === true;
  const label = (after ?? before)?.label;
  if (was === is) return [];
  // Nobody who is on their way has given an answer that is new.
  if (before === null)
    return [
      {
        area: "ways",
        what: `who answers "${label}"`,
        before,
        after: SOLD_NOTHING,
      },
    ];
  const who =
    after === null
      ? `whoever has answered "${label}"`
      : `whoever answers "${label}", or has answered so,`;
  const what = is
    ? "may be in danger now, and is sold nothing any more"
    : "is taken for safe now, and is sold what others are";
  return [
    {
      area: "live",
      what: `${who} ${what}`,
      before: null,
      after: null,
    },
  ];
}

const SOLD_NOTHING = "may be in danger, and is sold nothing";

interface Choice {
  readonly label: string;
  readonly isDangerous: boolean;
}

/** By their values of today. */
function choicesOf(
  step: Step | null,
  { dangers }: FunnelNode,
  valueNow: (value: string) => string,
): ReadonlyMap<string, Choice> {
  return new Map(
    items(data(step?.props).options).map((option) => {
      const value = String(data(option).value);
      const isDangerous = dangers.some(
        (one) => one.step === step?.id && one.value === value,
      );
      const label = labelOf([value], step?.props);
      return [valueNow(value), { label, isDangerous }];
    }),
  );
}
