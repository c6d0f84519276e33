import { type Data, isData, items } from "../schema/read.ts";

/** How things of before are called today. */
export interface NamesNow {
  /** Ids of steps. */
  readonly steps: ReadonlyMap<string, string>;
  /** Stored values by the question of before and the value: `area/work`. */
  readonly values: ReadonlyMap<string, string>;
}

const AS_TODAY: NamesNow = { steps: new Map(), values: new Map() };

/**
 * A part of a funnel in a form in which only what matters differs: steps and values are called as they are today,
 * conditions that are met together stand in one order, and what is worked out of the rest is left out.
 */
export function canonical(value: unknown, names: NamesNow = AS_TODAY): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item, names));
  if (!isData(value)) return value;
  const values = value.kind === "answer" ? valuesNow(value, names) : value;
  return Object.fromEntries(
    Object.entries(values)
      .filter(([key, part]) => key !== "madeOf" && part !== undefined)
      .map(([key, part]) => {
        if (NAMES.has(key) && typeof part === "string")
          return [key, names.steps.get(part) ?? part];
        const inner = canonical(part, names);
        return [key, SETS.has(key) ? inOrder(inner) : inner];
      }),
  );
}

/** Keys whose values name a step. */
const NAMES = new Set(["question", "step", "id", "to"]);
/** Keys of lists whose order makes no difference: parts of a condition, and the answers it asks for. */
const SETS = new Set(["of", "in"]);

function valuesNow(condition: Data, { values }: NamesNow): Data {
  const now = items(condition.in).map(
    (one) => values.get(`${String(condition.step)}/${String(one)}`) ?? one,
  );
  return { ...condition, in: now };
}

function inOrder(list: unknown): unknown {
  return Array.isArray(list)
    ? list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : list;
}
