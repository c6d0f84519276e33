import { Refusal } from "./refusal.ts";

/** The secret of now, and behind it those of before that are still good while it is changed. */
export type Secrets = readonly [string, ...string[]];

/** Characters of a secret that nobody guesses. */
export const SECRET_LEAST = 16;

/** Reads variables of the environment by name; an empty value counts as none. */
export interface Variables {
  text(name: string): string | null;
  /** One secret, or several with blanks between. Throws a `Refusal` where one of several is short, or in production any. */
  secrets(name: string): Secrets | null;
  /** The name of a header. Throws a `Refusal` for what can be none. */
  header(name: string): string | null;
  /** Throws a `Refusal` for what is no address of the web. */
  address(name: string): URL | null;
}

export function readVariables(
  values: Readonly<Record<string, string | undefined>>,
): Variables {
  const text = (name: string) => values[name]?.trim() || null;
  const isProduction = text("NODE_ENV") === "production";
  return {
    text,
    header: (name) => readHeader(name, text(name)),
    secrets: (name) => readSecrets(name, text(name), isProduction),
    address: (name) => readAddress(name, text(name)),
  };
}

/** Settings of which none is missing; null when all are. Throws a `Refusal` that says which belong together. */
export function allOrNone<T extends Readonly<Record<string, unknown>>>(
  settings: T,
  refusal: string,
): Complete<T> | null {
  if (isComplete(settings)) return settings;
  if (Object.values(settings).every((value) => value === null)) return null;
  throw new Refusal(refusal);
}

type Complete<T> = { readonly [K in keyof T]: NonNullable<T[K]> };

function isComplete<T extends Readonly<Record<string, unknown>>>(
  settings: T,
): settings is T & Complete<T> {
  return Object.values(settings).every((value) => value !== null);
}

function readSecrets(
  name: string,
  text: string | null,
  isProduction: boolean,
): Secrets | null {
  const [now, ...before] = text?.split(/\s+/) ?? [];
  if (now === undefined) return null;
  const all: Secrets = [now, ...before];
  // Else a sentence would be taken for weak ones.
  const isShort = all.some(({ length }) => length < SECRET_LEAST);
  if (before.length > 0 && isShort)
    throw new Refusal(
      `${name} has blanks in it, so that it is several secrets, and one of them has fewer than ${SECRET_LEAST} letters: take a secret without blanks, or longer ones.`,
    );
  if (isProduction && isShort)
    throw new Refusal(
      `${name} has ${now.length} letters, and who sees what it signs can guess it: set one of at least ${SECRET_LEAST} letters, here and where its messages are signed or read.`,
    );
  return all;
}

function readHeader(name: string, text: string | null): string | null {
  // https://www.rfc-editor.org/rfc/rfc9110#name-tokens
  if (text === null || /^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text;
  throw new Refusal(
    `${name} is "${text}", which is not the name of a header; set it to one such as x-forwarded-for, or leave it out.`,
  );
}

function readAddress(name: string, text: string | null): URL | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new Refusal(
    `${name} is "${text}"; set it to an address such as http://127.0.0.1:12111, or leave it out.`,
  );
}
