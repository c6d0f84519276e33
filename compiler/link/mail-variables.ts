/** What texts may show; false: it may be missing, so that a fallback has to be written. */
type Variables = Readonly<Record<string, boolean>>;

const OF_ORDER: Variables = {
  email: true,
  name: false,
  product: true,
  amount: true,
  renewal: false,
  "renewal-date": false,
  date: true,
  order: true,
};
/** By moment, where a mail knows other things than an order. */
export const MAIL_VARIABLES: Readonly<Record<string, Variables>> = {
  "contact.stored": { email: true, name: false, date: true },
  "gift.taken": { ...OF_ORDER, "gift-link": true },
  "renewal.upcoming": { ...OF_ORDER, renewal: true, "renewal-date": true },
  "renewal.failed": { ...OF_ORDER, "next-try": false },
  "subscription.cancelled": { ...OF_ORDER, ends: true },
};

/** What the texts of a mail may show, beside what is the same in all of them. */
export function variablesOf(moment: string): Variables {
  return MAIL_VARIABLES[moment] ?? OF_ORDER;
}

/** Whether some mail knows a variable. */
export function isOfMails(name: string): boolean {
  return [OF_ORDER, ...Object.values(MAIL_VARIABLES)].some((variables) =>
    Object.hasOwn(variables, name),
  );
}
