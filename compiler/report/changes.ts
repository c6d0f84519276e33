import pc from "picocolors";
import { AREAS, type Area, type Change } from "../diff/change.ts";
import type { Colors } from "./pretty.ts";

export const CHANGE_FORMATS = ["pretty", "markdown", "json"] as const;

/** What there is to say where nothing has changed. */
const NOTHING = "nothing changes for visitors";

/** Changes for people at a terminal, area by area. */
export function prettyChanges(
  changes: readonly Change[],
  c: Colors = pc,
): string {
  if (changes.length === 0) return `${c.green("✓")} ${NOTHING}`;
  return byArea(changes)
    .map(([title, list]) => {
      const lines = list.flatMap((change) => {
        const [before, after] = excerpt(change);
        return [
          `  ${c.bold(placeOf(change))}  ${change.what}`,
          ...(before === null ? [] : [c.red(`    - ${before}`)]),
          ...(after === null
            ? []
            : [c.green(`    ${isAdvice(change) ? "→" : "+"} ${after}`)]),
        ];
      });
      return [c.underline(title), ...lines].join("\n");
    })
    .join("\n\n");
}

/** The same as a comment on a pull request. */
export function markdownChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return `**${capital(NOTHING)}.**`;
  return byArea(changes)
    .map(([title, list]) => {
      const lines = list.map((change) => {
        const [before, after] = excerpt(change);
        const place = `\`${placeOf(change)}\` ${plain(change.what)}`;
        if (isAdvice(change))
          return `- ${place}${after ? `. ${plain(after)}` : ""}`;
        const old = before === null ? "" : `~~${plain(before)}~~ `;
        const now = after === null ? "" : `**${plain(after)}**`;
        return `- ${place}: ${old}${now}`.trimEnd();
      });
      return [`### ${title}`, "", ...lines].join("\n");
    })
    .join("\n\n");
}

/** For programs: version 1. */
export function jsonChanges(changes: readonly Change[]): string {
  return JSON.stringify({ version: 1, changes }, null, 2);
}

function byArea(
  changes: readonly Change[],
): readonly (readonly [string, readonly Change[]])[] {
  return areas.flatMap((area) => {
    const list = changes.filter((change) => change.area === area);
    return list.length === 0 ? [] : [[AREAS[area], list] as const];
  });
}

const areas = Object.keys(AREAS).filter((name): name is Area => name in AREAS);

function placeOf({ of, step }: Change): string {
  return step === null ? of : `${of} ${step}`;
}

/** Of what is said of visitors, the second half is what to do. */
function isAdvice({ area }: Change): boolean {
  return area === "live";
}

/** Words that stay on either side of what has changed. */
const AROUND = 4;
/** A text as long as this is shown whole. */
const SHORT = 80;

/** Of two long texts, the words that differ, with a few around them. */
function excerpt({
  before,
  after,
}: Change): readonly [string | null, string | null] {
  if (before === null || after === null) return [before, after];
  if (Math.max(before.length, after.length) <= SHORT) return [before, after];
  const [old, now] = [before.split(" "), after.split(" ")];
  let start = 0;
  while (start < old.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(old.length, now.length) - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1;
  const cut = (words: readonly string[]) => {
    const from = Math.max(0, start - AROUND);
    const to = words.length - Math.max(0, end - AROUND);
    const middle = words.slice(from, to).join(" ");
    return `${from > 0 ? "… " : ""}${middle}${to < words.length ? " …" : ""}`;
  };
  return [cut(old), cut(now)];
}

/** Without what Markdown would read as marks. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_~<>[\]|]/g, String.raw`\$&`);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
