import pc from "picocolors";
import {
  AREAS,
  type Area,
  type Change,
  type Differences,
} from "../diff/change.ts";
import type { Colors } from "./pretty.ts";
import { markedWords, type Marks } from "./word-marks.ts";

export const CHANGE_FORMATS = ["pretty", "markdown", "json"] as const;

/** What there is to say where nothing has changed. */
const NOTHING = "nothing changes for visitors";

/** Changes for people at a terminal, area by area. */
export function prettyChanges(
  { changes, pages }: Differences,
  c: Colors = pc,
): string {
  if (changes.length === 0) return `${c.green("✓")} ${NOTHING}`;
  const marks: Marks = {
    gone: (words) => c.red(`[-${words}-]`),
    fresh: (words) => c.green(`{+${words}+}`),
    same: (words) => words,
  };
  const parts = byArea(changes).map(([title, list]) => {
    const lines = list.flatMap(({ place, change }) => {
      const { what, after, way } = change;
      const line = `  ${c.bold(place)}  ${what}`;
      if (isAdvice(change))
        return after === null ? [line] : [line, `    → ${after}`];
      const words = wordsOf(change, marks);
      return [
        words === null ? line : `${line}: ${words}`,
        ...(way === null ? [] : [`    for example ${way}`]),
      ];
    });
    return [c.underline(title), ...lines].join("\n");
  });
  const seen = pagesOf(pages).map(([of, list]) => `  ${of}  ${list.join(" ")}`);
  return [
    ...parts,
    ...(seen.length === 0 ? [] : [[c.underline(PAGES), ...seen].join("\n")]),
  ].join("\n\n");
}

/** GitHub refuses a longer comment; what else it holds has room beside it. */
const COMMENT_MAX = 65_536 - 1_000;

/** The same as a comment on a pull request; one that would be too long for GitHub is cut, and says so. */
export function markdownChanges({ changes, pages }: Differences): string {
  if (changes.length === 0) return `**${capital(NOTHING)}.**`;
  const marks: Marks = {
    gone: (words) => `~~${plain(words)}~~ `,
    fresh: (words) => `**${plain(words)}**`,
    same: plain,
  };
  const lines = byArea(changes).flatMap(([title, list]) => [
    { text: `### ${title}\n`, isChange: false },
    ...list.map(({ place, change }) => ({
      text: markdownLine(place, change, marks),
      isChange: true,
    })),
    { text: "", isChange: false },
  ]);
  const seen = pagesOf(pages).map(
    ([of, list]) =>
      `- \`${of}\` ${list.map((address) => `\`${address}\``).join(" ")}`,
  );
  const end =
    seen.length === 0
      ? []
      : [{ text: `### ${PAGES}\n\n${seen.join("\n")}`, isChange: false }];
  return withinComment([...lines, ...end]).trimEnd();
}

function markdownLine(place: string, change: Change, marks: Marks): string {
  const { what, after, way } = change;
  const line = `- \`${place}\` ${plain(what)}`;
  if (isAdvice(change)) return `${line}${after ? `. ${plain(after)}` : ""}`;
  const words = wordsOf(change, marks);
  const example = way === null ? "" : `, for example ${plain(way)}`;
  return `${words === null ? line : `${line}: ${words.trim()}`}${example}`;
}

interface Line {
  readonly text: string;
  readonly isChange: boolean;
}

function withinComment(lines: readonly Line[]): string {
  let length = 0;
  const fitting = lines.findIndex(({ text }) => {
    length += text.length + 1;
    return length > COMMENT_MAX;
  });
  const texts = lines.map(({ text }) => text);
  if (fitting === -1) return texts.join("\n");
  const left = lines.slice(fitting).filter(({ isChange }) => isChange).length;
  return [
    ...texts.slice(0, fitting),
    "",
    `**And ${left} more**, which a comment has no room for. \`npx funnels diff\` says all of them.`,
  ].join("\n");
}

/** For programs: version 1. */
export function jsonChanges({ changes, pages }: Differences): string {
  return JSON.stringify({ version: 1, changes, pages }, null, 2);
}

const PAGES = "Pages to look at";

function pagesOf(pages: Differences["pages"]) {
  return Object.entries(pages);
}

/** Before and after as one text; null where there is neither. */
function wordsOf({ before, after }: Change, marks: Marks): string | null {
  if (before === null && after === null) return null;
  if (before !== null && after !== null && !isName(before))
    return markedWords(before, after, marks);
  return (
    (before === null ? "" : marks.gone(before)) +
    (after === null ? "" : marks.fresh(after))
  );
}

/** What begins with something in quotes is the name of a step or a product: it is another one as a whole. */
function isName(words: string): boolean {
  return words.startsWith('"');
}

/** A change, and all the places where it is the same. */
interface Placed {
  readonly place: string;
  readonly change: Change;
}

function byArea(
  changes: readonly Change[],
): readonly (readonly [string, readonly Placed[]])[] {
  return areas.flatMap((area) => {
    const list = placed(changes.filter((change) => change.area === area));
    return list.length === 0 ? [] : [[AREAS[area], list] as const];
  });
}

const areas = Object.keys(AREAS).filter((name): name is Area => name in AREAS);

/** What is the same on several steps of a funnel, such as in a section that they share, is one line. */
function placed(changes: readonly Change[]): Placed[] {
  const known = new Map<string, { steps: string[]; change: Change }>();
  for (const change of changes) {
    const { step, ...rest } = change;
    const key = JSON.stringify(rest);
    const { steps } = known.get(key) ?? { steps: [] };
    known.set(key, {
      steps: step === null ? steps : [...steps, step],
      change,
    });
  }
  return [...known.values()].map(({ steps, change }) => ({
    place: [change.of, steps.join(", ")].filter(Boolean).join(" "),
    change,
  }));
}

/** Of what is said of visitors, the second half is what to do. */
function isAdvice({ area }: Change): boolean {
  return area === "live";
}

/** Without what Markdown would read as marks. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_~<>[\]|]/g, String.raw`\$&`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
