import type { Collection, Entry } from "./collection.ts";
import type { Splice } from "./splice.ts";

/** A splice, or why there is none. */
export type Made = Splice | string;

const COMMENT_BETWEEN = "a comment stands between, and would be lost";

/**
 * Takes an entry away, with its comments and the space that parts it from the next.
 * @param inside where the collection stands, its brackets included
 */
export function removeEntry(
  text: string,
  collection: Collection,
  index: number,
  inside: { readonly start: number; readonly end: number },
): Made {
  const { entries, form, kind } = collection;
  const [entry, before, after] = [index, index - 1, index + 1].map(
    (i) => entries[i],
  );
  if (entry === undefined) return "nothing is there";
  if (entries.length === 1)
    return removeOnly(text, entry, { form, kind, inside });
  if (form === "flow") {
    const [start, end] =
      before === undefined
        ? [entry.start, after?.start ?? entry.end]
        : [before.end, entry.end];
    const gone = text.slice(start, entry.start) + text.slice(entry.end, end);
    return gone.includes("#") ? COMMENT_BETWEEN : { start, end, text: "" };
  }
  if (!entry.beginsLine) {
    // The next key takes its place behind the dash.
    const next = after?.at ?? entry.end;
    const between = text.slice(after?.start ?? next, next);
    return between.includes("#")
      ? COMMENT_BETWEEN
      : { start: entry.start, end: next, text: "" };
  }
  const [start, end] =
    after === undefined
      ? [before?.end ?? entry.start, entry.end]
      : [entry.start, after.start];
  // Comments by themselves stay.
  const gone = text.slice(start, entry.start) + text.slice(entry.end, end);
  if (!gone.includes("#")) return { start, end, text: "" };
  const line = /^\r?\n/.exec(text.slice(entry.end))?.[0].length ?? 0;
  return { start: entry.start, end: entry.end + line, text: "" };
}

/** A block has at least one entry: without, it is written with brackets. */
function removeOnly(
  text: string,
  entry: Entry,
  {
    form,
    kind,
    inside,
  }: Pick<Collection, "form" | "kind"> & {
    readonly inside: { readonly start: number; readonly end: number };
  },
): Made {
  const brackets = kind === "list" ? "[]" : "{}";
  if (form === "flow") {
    const rest =
      text.slice(inside.start, entry.start) + text.slice(entry.end, inside.end);
    return rest.includes("#") ? COMMENT_BETWEEN : { ...inside, text: brackets };
  }
  const start = text.slice(0, entry.start).trimEnd().length;
  return /[:-]/.test(text[start - 1] ?? "")
    ? { start, end: entry.end, text: ` ${brackets}` }
    : COMMENT_BETWEEN;
}

/**
 * Puts an entry in front of the one at `index`, or behind the last.
 * @param lines what it says: the first line without its indentation
 */
export function insertEntry(
  text: string,
  { entries, form, column }: Collection,
  index: number,
  lines: readonly string[],
): Splice {
  const next = entries[index];
  const [, second] = entries;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const between = betweenAt(
    text,
    entries,
    second === undefined ? 0 : Math.min(Math.max(index, 1), entries.length - 1),
  );
  const said = lines.join(eol);
  if (form === "flow") {
    const comma = between?.includes("#") === false ? between : ", ";
    const at = next?.start ?? entries.at(-1)?.end ?? 0;
    const written = next === undefined ? comma + said : said + comma;
    return { start: at, end: at, text: written };
  }
  const pad = " ".repeat(column);
  const gap = between?.trim() === "" ? between : eol;
  if (next === undefined) {
    const at = entries.at(-1)?.end ?? 0;
    return { start: at, end: at, text: gap + pad + said };
  }
  return next.beginsLine
    ? { start: next.start, end: next.start, text: pad + said + gap }
    : { start: next.at, end: next.at, text: said + gap + pad };
}

/** What parts an entry from the one before it. */
function betweenAt(
  text: string,
  entries: readonly Entry[],
  index: number,
): string | null {
  const [before, entry] = [entries[index - 1], entries[index]];
  return before === undefined || entry === undefined
    ? null
    : text.slice(before.end, entry.start);
}

/** Lets an entry change places with those between; what parts them stays where it is. */
export function moveEntry(
  text: string,
  { entries, form }: Collection,
  from: number,
  to: number,
): Made {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const moved = entries.slice(low, high + 1);
  const [first] = moved;
  const last = moved.at(-1);
  if (first === undefined || last === undefined) return "nothing is there";
  if (form === "block" && moved.some(({ beginsLine }) => !beginsLine))
    return "it stands on the line of something else";
  const texts = moved.map(({ start, end }) => text.slice(start, end));
  const [item = ""] = texts.splice(from - low, 1);
  texts.splice(to - low, 0, item);
  const written = texts.map((entry, i) => {
    const [one, next] = [moved[i], moved[i + 1]];
    return next === undefined
      ? entry
      : entry + text.slice(one?.end, next.start);
  });
  return { start: first.start, end: last.end, text: written.join("") };
}
