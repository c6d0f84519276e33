import type { countExposures } from "../db/experiment-counts.ts";
import {
  chiSquare,
  type ChiSquare,
  type Interval,
  wilson,
} from "./statistics.ts";

/** Below this probability a split is taken for broken, not for chance. */
const IMPLAUSIBLE = 0.001;

export interface SideReport {
  readonly component: string;
  readonly visitors: number;
  /** Without those who were given back all that they paid. */
  readonly conversions: number;
  /** Converted, and given back all that they paid. */
  readonly refunded: number;
  readonly rate: number;
  /** 95 %, Wilson. */
  readonly interval: Interval;
  /** How many of the visitors the weights would have sent here. */
  readonly expected: number;
}

export interface ExperimentReport {
  readonly brand: string;
  readonly variable_block: string;
  readonly sides: readonly SideReport[];
  /** Sample-ratio check: whether the visitors were divided by the weights. */
  readonly split: ChiSquare & { readonly plausible: boolean };
  /** Visitors that are not counted. */
  readonly leftOut: { readonly forced: number; readonly mixed: number };
}

type Row = Awaited<ReturnType<typeof countExposures>>[number];

/** What the counted exposures say of each experiment, sorted by brand and name. */
export function reportExperiments(rows: readonly Row[]): ExperimentReport[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.brand, row.variable_block]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => reportOne(group));
}

function reportOne(rows: readonly Row[]): ExperimentReport {
  const counted = rows.filter((row) => !row.forced && !row.mixed);
  const sides = componentsOf(rows).map((component): SideReport => {
    const own = counted.filter((row) => row.component === component);
    const visitors = sum(own, "visitors");
    const conversions = sum(own, "conversions");
    return {
      component,
      visitors,
      conversions,
      refunded: sum(own, "refunded"),
      rate: visitors === 0 ? 0 : conversions / visitors,
      interval: wilson(conversions, visitors),
      expected: expectedOf(component, counted),
    };
  });
  const split = chiSquare(
    sides
      .filter(({ expected }) => expected > 0)
      .map(({ visitors, expected }) => ({ observed: visitors, expected })),
  );
  return {
    brand: rows[0]?.brand ?? "",
    variable_block: rows[0]?.variable_block ?? "",
    sides,
    split: { ...split, plausible: split.p >= IMPLAUSIBLE },
    leftOut: {
      forced: sum(
        rows.filter((row) => row.forced),
        "visitors",
      ),
      mixed: sum(
        rows.filter((row) => !row.forced && row.mixed),
        "visitors",
      ),
    },
  };
}

function componentsOf(rows: readonly Row[]): string[] {
  const all = rows.flatMap(({ component, variants }) => [
    component,
    ...variants.map((variant) => variant.component),
  ]);
  return [...new Set(all)].sort();
}

/** Each configuration divided its own visitors by its own weights. */
function expectedOf(component: string, rows: readonly Row[]): number {
  return rows.reduce((expected, { variants, visitors }) => {
    const total = variants.reduce((all, { weight }) => all + weight, 0);
    const own = variants.find((one) => one.component === component);
    return expected + (visitors * (own?.weight ?? 0)) / total;
  }, 0);
}

function sum(
  rows: readonly Row[],
  field: "visitors" | "conversions" | "refunded",
): number {
  return rows.reduce((total, row) => total + row[field], 0);
}
