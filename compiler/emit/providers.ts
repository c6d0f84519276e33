import { providersFor } from "../schema/payments.ts";
import type { Language } from "../schema/language.ts";
import { BANNER, literal, type EmittedFile } from "./file.ts";

/** The providers whose payment page content may name, for readers of what was stored, and what visitors know them by. */
export function emitProviders({ payments }: Language): EmittedFile {
  const ids = literal(providersFor("checkout", payments));
  const titles = Object.fromEntries(
    Object.entries(payments).map(([id, { title }]) => [id, title]),
  );
  const content = `${BANNER}export const checkoutProviders = ${ids} as const;
export const providerTitles = ${literal(titles)} as const;
`;
  return { name: "providers.ts", content };
}
