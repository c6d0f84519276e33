/** Small readers for data from outside: storage, cookies, query, answers of calls. */

export function isRecord(
  value: unknown,
): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property, so that `constructor` and its like are never found. */
export function own<T>(
  record: Readonly<Record<string, T>>,
  key: string,
): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** A string of at most `max` characters, else null. */
export function readText(value: unknown, max = 1_024): string | null {
  return typeof value === "string" && value.length <= max ? value : null;
}

/** A finite number, else null. */
export function readNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** The strings of a mapping whose keys fit `key`, if one is given; everything else is left out. */
export function readTexts(
  value: unknown,
  key?: RegExp,
  max = 1_024,
): Readonly<Record<string, string>> {
  if (!isRecord(value)) return {};
  const texts: [string, string][] = [];
  for (const [name, entry] of Object.entries(value)) {
    const text = readText(entry, max);
    if (text !== null && (!key || key.test(name))) texts.push([name, text]);
  }
  return Object.fromEntries(texts);
}
