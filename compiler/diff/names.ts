import type { JsonSchema } from "../schema/json-schema.ts";

/**
 * What people call the key of a schema, from the first words of its description: "The label of the button. The price is
 * added." is the `label of the button`. The key itself where nothing is described.
 */
export function nounOf(schema: JsonSchema | undefined, key: string): string {
  const [first = ""] = (schema?.description ?? key).split(ENDS);
  const words = first
    .replaceAll("`", "")
    .replace(/ from the brand's assets folder$/, "")
    .replace(/^(?:The|An?) /, "");
  return lowered(words);
}

/** Behind these, a description explains. */
const ENDS =
  /[.:;(](?:\s|$)|\s\(|, (?!in (?:seconds|characters|the stored unit))/;

/** What people call one item of a list: its title, or the word for all of them without its ending. */
export function itemNoun(list: JsonSchema | undefined, key: string): string {
  const { title } = list?.items ?? {};
  return title === undefined
    ? nounOf(list, key).replace(/(\w{3,}[^s])s\b/, "$1")
    : lowered(title);
}

/** A kind of page or section, as in the middle of a sentence. */
export function kindNoun(schema: JsonSchema | undefined, kind: string): string {
  return lowered(schema?.title ?? kind);
}

/** Names stay as they are: PostHog, A/B. */
export function lowered(words: string): string {
  return /^.[A-Z/]|^\w+[A-Z]/.test(words)
    ? words
    : words.charAt(0).toLowerCase() + words.slice(1);
}

/** `plan picker, plan "4 weeks": label on the plan`. */
export function phrase(within: readonly string[], name: string): string {
  return within.length === 0 ? name : `${within.join(", ")}: ${name}`;
}
