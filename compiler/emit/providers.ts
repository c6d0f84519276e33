import { paymentsSchema, providersFor } from "../schema/payments.ts";
import type { Language } from "../schema/language.ts";
import { BANNER, literal, type EmittedFile } from "./file.ts";

/**
 * The providers whose payment page content may name, for readers of what was stored, the one of brands that name none, and
 * what visitors know providers and ways to pay by.
 */
export function emitProviders(language: Language): EmittedFile {
  const { payments } = language;
  const { preset, methods } = paymentsSchema(language);
  const ids = literal(providersFor("checkout", payments));
  const titles = Object.fromEntries(
    Object.entries(payments).map(([id, { title }]) => [id, title]),
  );
  const limits = Object.fromEntries(
    Object.entries(payments).flatMap(([id, provider]) => {
      const { renews, currencies, wholeUnits } = provider;
      const facts = { renews, currencies, wholeUnits };
      return Object.values(facts).every((fact) => fact === undefined)
        ? []
        : [[id, facts]];
    }),
  );
  const content = `${BANNER}export const checkoutProviders = ${ids} as const;
export const presetCheckout = ${JSON.stringify(preset)};
export const providerTitles = ${literal(titles)} as const;
/** What some take: whether they charge again, in which currencies, and of which only whole units. */
export const providerLimits = ${literal(limits)} as const;
export const methodTitles = ${literal(methods)} as const;
`;
  return { name: "providers.ts", content };
}
