import type { Path } from "../diagnostics/span.ts";

/** A text of a file, and where it stands. */
export interface WrittenText {
  readonly text: string;
  readonly place: Place;
}

/** A key, or a position in a list, and the place that it is in; null: at the top of the file. */
interface Place {
  readonly key: string | number;
  readonly within: Place | null;
}

const known = new WeakMap<object, readonly WrittenText[]>();

/**
 * Every text of a file's data, in its order. Worked out once: many rules look for something in all of them, and hardly
 * any text has it. Paths of all would take longer to make than the texts to read.
 */
export function textsOf(data: unknown): readonly WrittenText[] {
  if (typeof data !== "object" || data === null) return [];
  const before = known.get(data);
  if (before !== undefined) return before;
  const texts: WrittenText[] = [];
  collect(data, null, texts);
  known.set(data, texts);
  return texts;
}

function collect(
  value: object,
  within: Place | null,
  texts: WrittenText[],
): void {
  const isList = Array.isArray(value);
  for (const [name, item] of Object.entries(value)) {
    const isText = typeof item === "string";
    if (!isText && (typeof item !== "object" || item === null)) continue;
    const place = { key: isList ? Number(name) : name, within };
    if (isText) texts.push({ text: item, place });
    else collect(item, place, texts);
  }
}

export function pathOf({ key, within }: Place): Path {
  return within === null ? [key] : [...pathOf(within), key];
}

/** Whether one of these keys leads to what is at a path. */
export function isUnder(keys: ReadonlySet<string>, path: Path): boolean {
  return path.some((key) => keys.has(String(key)));
}
