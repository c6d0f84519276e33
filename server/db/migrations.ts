import type { Kysely } from "kysely";
import { visitors } from "./migrations/0001-visitors.ts";
import { payments } from "./migrations/0002-payments.ts";
import { authTokens } from "./migrations/0003-auth-tokens.ts";
import { callLimits } from "./migrations/0004-call-limits.ts";
import { experiments } from "./migrations/0005-experiments.ts";
import { providers } from "./migrations/0006-providers.ts";
import { outbox } from "./migrations/0007-outbox.ts";
import { previews } from "./migrations/0008-previews.ts";
import { orders } from "./migrations/0009-orders.ts";
import { unknownPayments } from "./migrations/0010-unknown-payments.ts";
import { ledger } from "./migrations/0011-ledger.ts";
import { countdowns } from "./migrations/0012-countdowns.ts";
import { messages } from "./migrations/0013-messages.ts";
import { promoCodes } from "./migrations/0015-promo-codes.ts";
import { schemaSupport } from "./migrations/0020-schema-support.ts";
import { retention } from "./migrations/0025-retention.ts";
import { rightsRequests } from "./migrations/0026-rights-requests.ts";
import { extendedCountdowns } from "./migrations/0027-extended-countdowns.ts";
import { messagesLeft } from "./migrations/0028-messages-left.ts";
import { askedAfter } from "./migrations/0029-asked-after.ts";
import { plansBoughtTwice } from "./migrations/0030-plans-bought-twice.ts";
import { mailsToContacts } from "./migrations/0031-mails-to-contacts.ts";
import { gifts } from "./migrations/0032-gifts.ts";
import { pictureTurns } from "./migrations/0034-picture-turns.ts";
import { forOperators } from "./migrations/0035-for-operators.ts";
import { consents } from "./migrations/0036-consents.ts";
import { callsUnderWay } from "./migrations/0037-calls-under-way.ts";
import { confirmedRenewals } from "./migrations/0038-confirmed-renewals.ts";
import { indexesOfPersons } from "./migrations/0039-indexes-of-persons.ts";
import { plansAskedToEnd } from "./migrations/0040-plans-asked-to-end.ts";
import { mailsUnderWay } from "./migrations/0041-mails-under-way.ts";
import { endsOfPlans } from "./migrations/0042-ends-of-plans.ts";
import { pausedPlans } from "./migrations/0043-paused-plans.ts";
import { indexesOfAttention } from "./migrations/0044-indexes-of-attention.ts";
import { sessionsThatStay } from "./migrations/0045-sessions-that-stay.ts";
import { pagesOfOrders } from "./migrations/0046-pages-of-orders.ts";
import { indexesOfMessages } from "./migrations/0047-indexes-of-messages.ts";
import { deadlinesOfPages } from "./migrations/0048-deadlines-of-pages.ts";
import { timesOfRefunds } from "./migrations/0049-times-of-refunds.ts";
import { visitorsThatStay } from "./migrations/0050-visitors-that-stay.ts";
import { renewalsToldAhead } from "./migrations/0051-renewals-told-ahead.ts";
import { indexesOfQuotes } from "./migrations/0052-indexes-of-quotes.ts";
import { indexesWithoutReaders } from "./migrations/0053-indexes-without-readers.ts";
import { plansThatBuyersEnd } from "./migrations/0054-plans-that-buyers-end.ts";
import { renewalsAfterEnd } from "./migrations/0055-renewals-after-end.ts";
import { pageCounts } from "./migrations/0056-page-counts.ts";

/** One step of the schema. */
export interface Step {
  readonly up: (db: Kysely<unknown>) => Promise<void>;
  /**
   * For a step that takes something away, the migration since which no version uses it: versions that do not know that one
   * refuse to start afterwards. Every other step only adds, so that the version before runs on.
   */
  readonly runsFrom?: string;
}
export type Steps = Readonly<Record<string, Step>>;

/**
 * In order of their names. A migration that has run somewhere is never edited: the next one mends it. It only adds, so
 * that the version before runs on the schema after; what is taken away goes in a later one, with `runsFrom`
 * (docs/decisions/0021).
 */
export const migrations: Steps = {
  "0001-visitors": { up: visitors },
  "0002-payments": { up: payments },
  "0003-auth-tokens": { up: authTokens },
  "0004-call-limits": { up: callLimits },
  "0005-experiments": { up: experiments },
  "0006-providers": { up: providers },
  "0007-outbox": { up: outbox },
  "0008-previews": { up: previews },
  "0009-orders": { up: orders },
  "0010-unknown-payments": { up: unknownPayments },
  "0011-ledger": { up: ledger },
  "0012-countdowns": { up: countdowns },
  "0013-messages": { up: messages },
  "0015-promo-codes": { up: promoCodes },
  "0020-schema-support": { up: schemaSupport },
  "0025-retention": { up: retention },
  "0026-rights-requests": { up: rightsRequests },
  "0027-extended-countdowns": { up: extendedCountdowns },
  "0028-messages-left": { up: messagesLeft },
  "0029-asked-after": { up: askedAfter },
  "0030-plans-bought-twice": { up: plansBoughtTwice },
  "0031-mails-to-contacts": { up: mailsToContacts },
  "0032-gifts": { up: gifts },
  "0034-picture-turns": { up: pictureTurns },
  "0035-for-operators": { up: forOperators },
  "0036-consents": { up: consents },
  "0037-calls-under-way": { up: callsUnderWay },
  "0038-confirmed-renewals": { up: confirmedRenewals },
  "0039-indexes-of-persons": { up: indexesOfPersons },
  "0040-plans-asked-to-end": { up: plansAskedToEnd },
  "0041-mails-under-way": { up: mailsUnderWay },
  "0042-ends-of-plans": { up: endsOfPlans },
  "0043-paused-plans": { up: pausedPlans },
  "0044-indexes-of-attention": { up: indexesOfAttention },
  "0045-sessions-that-stay": { up: sessionsThatStay },
  "0046-pages-of-orders": { up: pagesOfOrders },
  "0047-indexes-of-messages": { up: indexesOfMessages },
  "0048-deadlines-of-pages": { up: deadlinesOfPages },
  "0049-times-of-refunds": { up: timesOfRefunds },
  "0050-visitors-that-stay": { up: visitorsThatStay },
  "0051-renewals-told-ahead": { up: renewalsToldAhead },
  "0052-indexes-of-quotes": { up: indexesOfQuotes },
  "0053-indexes-without-readers": {
    up: indexesWithoutReaders,
    runsFrom: "0050-visitors-that-stay",
  },
  "0054-plans-that-buyers-end": { up: plansThatBuyersEnd },
  "0055-renewals-after-end": { up: renewalsAfterEnd },
  "0056-page-counts": { up: pageCounts },
};
