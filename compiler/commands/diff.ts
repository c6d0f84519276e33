import type { Checkout } from "../checkout.mjs";
import { AREAS, type Differences } from "../diff/change.ts";
import { programDifferences } from "../diff/compare.ts";
import {
  type CHANGE_FORMATS,
  jsonChanges,
  markdownChanges,
  prettyChanges,
} from "../report/changes.ts";
import { NotFound, readBoth } from "../workspace/both.ts";

export interface DiffOptions {
  readonly content: string;
  readonly format: (typeof CHANGE_FORMATS)[number];
  /** Areas of which a change is not accepted, `money,live`. */
  readonly failOn?: string;
}

const PRINT = {
  pretty: (differences: Differences) => prettyChanges(differences),
  markdown: markdownChanges,
  json: jsonChanges,
};

/**
 * Prints what changes for visitors from a commit to the files as they are, or between two commits, `main..next`. 1 for a
 * change in one of the areas of `failOn`; 2 for a commit that is not there, and for content that cannot be understood.
 */
export async function diffCommand(
  range: string,
  { content, format, failOn }: DiffOptions,
  { root }: Checkout,
): Promise<number> {
  // An empty name is none: a variable of CI that is not set would let everything pass.
  const areas = failOn?.split(",") ?? [];
  const unknown = areas.find((name) => !Object.hasOwn(AREAS, name));
  if (unknown !== undefined) {
    console.error(
      `There is no area "${unknown}". The areas are: ${Object.keys(AREAS).join(", ")}.`,
    );
    return 2;
  }
  const [from = "", to = null, ...more] = range.split("..");
  // What git would read otherwise, or take for HEAD, is not guessed at: "nothing changes" would be believed.
  if (from === "" || to === "" || to?.startsWith(".") || more.length > 0) {
    console.error(
      `"${range}" is not a range: name one commit, \`main\`, or two, \`main..next\`.`,
    );
    return 2;
  }
  try {
    const { before, after, language } = await readBoth(from, to, content, root);
    const differences = programDifferences(before, after, language);
    console.log(PRINT[format](differences));
    const failing = new Set<string>(areas);
    return differences.changes.some(({ area }) => failing.has(area)) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    console.error(error.message);
    return 2;
  }
}
