import { randomUUID } from "node:crypto";
import {
  type BenchVisitor,
  field,
  inParallel,
  newVisitor,
  scaled,
  expectEqual,
} from "./load.ts";
import {
  confirm,
  deliver,
  openHosted,
  openShop,
  type OpenShop,
} from "./shop.ts";

const TABS = 20;
const LANES = 10;

/**
 * 1,000 buyers with 20 tabs each, every tab with an event of its own, tap at the same time, at the processes in turn:
 * 1,000 charges at the bank and 1,000 payments here.
 */
export async function benchCheckouts(): Promise<void> {
  const shop = await openShop();
  try {
    await tapMany(shop, scaled(1_000));
  } finally {
    await shop.stop();
  }
}

/** Leaves the database as `count` buyers do, and says whether it is what it has to be. */
export async function tapMany(shop: OpenShop, count: number): Promise<void> {
  const ready: { visitor: BenchVisitor; references: string[] }[] = [];
  await inParallel(Array.from({ length: count }), LANES, async () => {
    const visitor = await newVisitor(shop.port(), shop.port);
    const { session } = await openHosted(visitor, "gift");
    shop.fake.bank.pay(session);
    for (const event of shop.fake.bank.events.splice(0))
      await deliver(shop, event);
    const references: string[] = [];
    for (let tab = 0; tab < TABS; tab += 1)
      references.push(await confirm(visitor, "journal"));
    ready.push({ visitor, references });
  });
  const before = shop.fake.bank.charges.length;
  const answers = new Map<number, number>();
  const paid = new Set<string>();
  const begun = performance.now();
  await inParallel(ready, LANES, async ({ visitor, references }) => {
    const tap = (reference: string) =>
      visitor.call(`/api/visitor/make-charge/${reference}`, {
        headers: { "x-visitor-id": visitor.id, "x-event-id": randomUUID() },
      });
    const replies = await Promise.all(references.map(tap));
    // Late ones, and one that is sent again.
    const late = await tap(await confirm(visitor, "journal"));
    const again = await tap(references[0] ?? "");
    for (const { status, json } of [...replies, late, again]) {
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (status === 200) paid.add(field(json, "checkout_id"));
    }
  });
  const seconds = (performance.now() - begun) / 1_000;
  const { db, close } = await shop.store.open();
  const payments = await db
    .selectFrom("payments")
    .select("checkout_id")
    .execute();
  await close();
  expectEqual(
    "charges at the bank",
    shop.fake.bank.charges.length - before,
    count,
  );
  expectEqual("checkouts answered as paid", paid.size, count);
  expectEqual(
    "payments recorded, with the first ones",
    payments.length,
    2 * count,
  );
  const statuses = [...answers].map(([status, n]) => `${n} x ${status}`);
  console.log(
    `    ${count * (TABS + 2)} calls in ${seconds.toFixed(0)} s: ${statuses.join(", ")}`,
  );
}
