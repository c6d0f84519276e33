import type { ExperimentReport, SideReport } from "./report.ts";

const WIDTH = 40;

/** The reports as text: a table and a line with each side's interval on a common scale. */
export function experimentsText(reports: readonly ExperimentReport[]): string {
  if (reports.length === 0) return "No experiment has been shown to anybody.\n";
  return reports.map(one).join("\n");
}

/** `12.3 %` of 0.1234. */
function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}

/** What the sample-ratio check says, in one sentence. */
function splitSentence({ split, leftOut }: ExperimentReport): string {
  const p = split.p < 0.001 ? "below 0.001" : `= ${split.p.toFixed(3)}`;
  const state = split.plausible
    ? "as the weights say"
    : "NOT as the weights say: mend that before believing the rates";
  return `Split ${state} (chi-square ${split.statistic.toFixed(2)}, p ${p}). Left out: ${leftOut.forced} forced by the address or testers, ${leftOut.mixed} who saw both.`;
}

/** Ends of scales whose quarters are figures to read. */
const SCALES = [0.01, 0.02, 0.04, 0.1, 0.2, 0.4, 0.6, 0.8];

/** The upper end of the scale: the first one above the highest interval, at most everybody. */
function scaleOf({ sides }: ExperimentReport): number {
  const shown = sides.filter(({ visitors }) => visitors > 0);
  const highest = Math.max(0, ...shown.map(({ interval }) => interval.high));
  return SCALES.find((end) => end > highest) ?? 1;
}

function one(report: ExperimentReport): string {
  const scale = scaleOf(report);
  const lines = report.sides.map((side) => {
    const { component, visitors, conversions, refunded, rate, interval } = side;
    return [
      `  ${component.padEnd(8)}`,
      String(visitors).padStart(9),
      String(conversions).padStart(12),
      String(refunded).padStart(9),
      percent(rate).padStart(9),
      `${percent(interval.low)} - ${percent(interval.high)}`.padStart(19),
      `  ${bar(side, scale)}`,
    ].join("");
  });
  return [
    `${report.brand} / ${report.variable_block}`,
    `  side     visitors conversions refunded     rate       95 % interval  0 to ${percent(scale)}`,
    ...lines,
    `  ${splitSentence(report)}`,
    "",
  ].join("\n");
}

/** `   ----o---   `: the interval, and the rate in it. */
function bar({ visitors, rate, interval }: SideReport, scale: number): string {
  if (visitors === 0) return "";
  const at = (value: number) =>
    Math.min(WIDTH - 1, Math.round((value / scale) * (WIDTH - 1)));
  const [low, middle, high] = [at(interval.low), at(rate), at(interval.high)];
  const signs = Array.from({ length: high + 1 }, (_, i) =>
    i === middle ? "o" : i >= low ? "-" : " ",
  );
  return signs.join("");
}
