import { providersFor } from "../schema/payments.ts";
import type { Language } from "../schema/language.ts";
import { BANNER, literal, type EmittedFile } from "./file.ts";

/** The providers whose payment page content may name, for readers of what was stored. */
export function emitProviders({ payments }: Language): EmittedFile {
  const ids = literal(providersFor("checkout", payments));
  const content = `${BANNER}export const checkoutProviders = ${ids} as const;\n`;
  return { name: "providers.ts", content };
}
