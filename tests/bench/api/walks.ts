import { randomUUID } from "node:crypto";
import { expectEqual, field, inParallel, newVisitor } from "./load.ts";
import { confirm, deliver, openHosted, type OpenShop } from "./shop.ts";

const LANES = 20;

/**
 * So many visitors on the whole way: a session, a contact, a hosted payment, one tap on the saved card, and what the page
 * of thanks asks for. Nobody is left on the way, and all find both of what they have paid for.
 */
export async function walkMany(shop: OpenShop, count: number): Promise<void> {
  const { bank } = shop.fake;
  const before = bank.charges.length;
  let thanked = 0;
  let slowest = 0;
  await inParallel(Array.from({ length: count }), LANES, async () => {
    const begun = performance.now();
    const visitor = await newVisitor(shop.port(), shop.port);
    const contact = { event_id: randomUUID(), email: "walk@mail.example" };
    await visitor.call("/api/visitor/store-contact-info", {
      method: "POST",
      body: contact,
    });
    const { session } = await openHosted(visitor, "gift");
    const told = bank.events.length;
    bank.pay(session);
    for (const event of bank.events.slice(told)) await deliver(shop, event);
    const reference = await confirm(visitor, "journal");
    await visitor.call(`/api/visitor/make-charge/${reference}`, {
      headers: { "x-visitor-id": visitor.id, "x-event-id": randomUUID() },
    });
    const { json } = await visitor.call("/api/pay/purchases");
    const bought: unknown = Object(json)["purchases"];
    if (Array.isArray(bought) && bought.length === 2) thanked += 1;
    else console.log(`  ${field(json, "detail")}`, bought);
    slowest = Math.max(slowest, performance.now() - begun);
  });
  const { db, close } = await shop.store.open();
  const contacts = await db.selectFrom("contacts").select("event_id").execute();
  const payments = await db.selectFrom("payments").select("amount").execute();
  await close();
  expectEqual("walks that ended with both purchases", thanked, count);
  expectEqual("contacts", contacts.length, count);
  expectEqual("payments", payments.length, 2 * count);
  expectEqual("charges at the bank", bank.charges.length - before, 2 * count);
  console.log(`    the slowest walk took ${(slowest / 1_000).toFixed(1)} s`);
}
