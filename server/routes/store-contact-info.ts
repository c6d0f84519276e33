import { readHeader } from "../http/app-env.ts";
import { storeContact } from "../db/contacts.ts";
import { holdersOf, shareTerms, whileOpen } from "../offers/holders.ts";
import { ProblemError } from "../http/problem.ts";
import { pathOf } from "../http/safe-path.ts";
import { pageOf } from "../mail/contact-mail.ts";
import { funnelAt } from "../site.ts";
import { route } from "./route.ts";
import { requireSession } from "../sessions/session.ts";
import { digestOf } from "../token.ts";
import { describeVisitor } from "./visitor-info.ts";

export const storeContactInfo = route("store-contact-info", {
  method: "POST",
  path: "/visitor/store-contact-info",
  // A funnel may write to each email: nobody sends mails to thousands of strangers by it.
  callsPerMinute: 30,
  answer: async ({ c, services, body }) => {
    const session = await requireSession(c, services);
    const { event_id, ...fields } = body;
    const brand = c.get("brand");
    const page = pathOf(pageOf(fields.http_referer)).replace(/\?.*/s, "");
    const contact = {
      session_id: session.id,
      event_id: event_id.toLowerCase(),
      body_digest: digestOf(fields),
      fields: definedOnly(fields),
      external_referrer: readHeader(c, "x-external-referrer"),
      fbclid: readHeader(c, "x-fbclid"),
      fbp: readHeader(c, "x-fbp"),
      fbc: readHeader(c, "x-fbc"),
      created_at: services.now(),
      brand: brand.id,
      funnel: funnelAt(brand, page)?.id ?? null,
    };
    if (!(await storeContact(services.db, contact)))
      throw new ProblemError(
        "event-reused",
        "Make a new event_id for other contact data.",
      );
    if (fields.email !== undefined)
      await whileOpen(services, session, async (own) =>
        shareTerms(own, await holdersOf(own, { brand: brand.id, session })),
      );
    return { visitor_info: await describeVisitor(services, session), event_id };
  },
});

function definedOnly(
  fields: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
