/** A promise of docs/statements.md: which file keeps it, and which files of tests hold it. */
export interface Statement {
  /** The heading it stands under: `2. Screens and routes`. */
  readonly section: string;
  readonly statement: string;
  readonly keeper: string;
  readonly holders: readonly string[];
}

/**
 * What became of a file of tests: `ran` when at least one passed and none failed, `left to the night` when all of them
 * take too long for every change.
 */
export type Outcome = "ran" | "failed" | "skipped" | "left to the night";

/** Items of lists: `- <statement>. Kept by <file>, held by <test file>, <test file>.` */
export function readStatements(text: string): readonly Statement[] {
  return text.split(/^## /m).flatMap((chapter) => {
    const [section = "", ...lines] = chapter.split("\n");
    const items = lines.join("\n").split(/^- /m).slice(1);
    return items.map((item) => {
      const [statement = "", files = ""] = item
        .replaceAll(/\s+/g, " ")
        .split(". Kept by ");
      const [keeper = "", ...holders] = [...files.matchAll(/`([^`]+)`/g)].map(
        ([, file = ""]) => file,
      );
      return { section, statement, keeper, holders };
    });
  });
}

/**
 * The statements that a run of tests has not shown to hold, each with the files that did not run or failed. With each
 * change some of its files have to run; at night, all of them.
 */
export function unproved(
  statements: readonly Statement[],
  outcomes: ReadonlyMap<string, Outcome>,
  run: "each change" | "night",
): readonly string[] {
  return statements.flatMap(({ statement, holders }) => {
    const became = holders.map((file) => {
      return { file, outcome: outcomes.get(file) ?? "not run" };
    });
    const isHeld = became.some(({ outcome }) => outcome === "ran");
    const lacking = became.filter(
      ({ outcome }) =>
        outcome !== "ran" &&
        (outcome !== "left to the night" || run === "night" || !isHeld),
    );
    if (holders.length > 0 && lacking.length === 0) return [];
    const files = lacking.map(({ file, outcome }) => `${file} (${outcome})`);
    return [`${statement}: ${files.join(", ") || "no test holds it"}`];
  });
}

/** Several runs taken together: a failure anywhere counts, then that it ran anywhere. */
export function together(
  runs: readonly Readonly<Record<string, Outcome>>[],
): ReadonlyMap<string, Outcome> {
  const worst: readonly Outcome[] = [
    "left to the night",
    "skipped",
    "ran",
    "failed",
  ];
  const all = new Map<string, Outcome>();
  for (const [file, outcome] of runs.flatMap((run) => Object.entries(run))) {
    const known = all.get(file);
    if (known === undefined || worst.indexOf(outcome) > worst.indexOf(known))
      all.set(file, outcome);
  }
  return all;
}
