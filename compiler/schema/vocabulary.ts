import { data, items } from "./read.ts";
import type { Language } from "./language.ts";

/** What content files are written with. */
interface Words {
  readonly keys: ReadonlySet<unknown>;
  readonly values: ReadonlySet<unknown>;
}

const wordsOf = new WeakMap<Language, Words>();

/** Whether a word is a key, or a value, anywhere in the language. */
export function isWordOf(
  language: Language,
  kind: keyof Words,
  word: string,
): boolean {
  const words = wordsOf.get(language) ?? wordsIn(language.documents);
  wordsOf.set(language, words);
  return words[kind].has(word);
}

function wordsIn(documents: unknown): Words {
  const keys = new Set<unknown>();
  const values = new Set<unknown>();
  const read = (schema: unknown): void => {
    if (typeof schema !== "object") return;
    for (const [keyword, value] of Object.entries(schema ?? {})) {
      if (keyword === "enum") for (const each of items(value)) values.add(each);
      else {
        if (keyword === "properties")
          for (const key of Object.keys(data(value))) keys.add(key);
        read(value);
      }
    }
  };
  read(documents);
  return { keys, values };
}
