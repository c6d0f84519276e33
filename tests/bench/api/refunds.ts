import { randomUUID } from "node:crypto";
import {
  type BenchVisitor,
  expectEqual,
  inParallel,
  newVisitor,
  scaled,
  send,
  shuffled,
} from "./load.ts";
import { deliver, openHosted, openShop, type Shop } from "./shop.ts";

const LANES = 20;
const PRICE = 999;

interface Buyer {
  readonly visitor: BenchVisitor;
  readonly id: string;
  readonly intent: string;
}

/**
 * 1,000 buyers whose money goes back in part or wholly, by operators and in Stripe's own pages, whose refunds fail and
 * who dispute, each message twice and in an order of chance, at the processes in turn: the ledger, Stripe's list and
 * what the visitors are told agree.
 */
export async function benchRefunds(): Promise<void> {
  const shop = await openShop();
  try {
    await giveBack(shop, scaled(1_000));
  } finally {
    await shop.stop();
  }
}

async function giveBack(shop: Shop, count: number): Promise<void> {
  const { bank } = shop.fake;
  const buyers: Buyer[] = [];
  await inParallel(Array.from({ length: count }), LANES, async () => {
    const visitor = await newVisitor(shop.port(), shop.port);
    const { id, session } = await openHosted(visitor, "journal");
    bank.pay(session);
    buyers.push({ visitor, id, intent: bank.intentOf(session) });
  });
  // Operators need to know the payments of their own share; those of the others are told last.
  const paying = bank.events.splice(0);
  const known = buyers.filter((_, i) => i % 4 === 0);
  await inParallel(paying, LANES, async (event) => {
    if (known.some(({ id }) => event.includes(id))) await deliver(shop, event);
  });
  const begun = performance.now();
  await inParallel([...buyers.entries()], LANES, async ([i, buyer]) =>
    happen(shop, buyer, i),
  );
  const told = [...paying, ...bank.events];
  const events = shuffled([...told, ...told]);
  await inParallel(events, LANES, (event) => deliver(shop, event));
  const seconds = (performance.now() - begun) / 1_000;
  console.log(
    `  ${count} buyers, ${events.length} messages (${told.length} twice) in ${seconds.toFixed(0)} s`,
  );
  await compare(shop, buyers);
}

/** What happens to a payment depends on its turn alone, so that the whole is the same each time. */
async function happen(
  shop: Shop,
  { id, intent }: Buyer,
  i: number,
): Promise<void> {
  const { bank } = shop.fake;
  if (i % 4 === 0) {
    // Twenty operators ask at once; what is given back is never more than was taken.
    const part = 100 + (i % 300);
    const ask = () => askForRefund(shop, id, part);
    await Promise.all(Array.from({ length: 20 }, ask));
  }
  if (i % 4 === 1) bank.refund(intent, 1 + (i % PRICE));
  if (i % 8 === 2) bank.failRefund(bank.refund(intent, PRICE).id);
  if (i % 8 === 6) bank.refund(intent, PRICE);
  if (i % 4 === 3) {
    const dispute = bank.dispute(intent);
    if (i % 3 === 0) bank.decide(dispute, "won");
    if (i % 3 === 1) bank.decide(dispute, "lost");
  }
}

async function askForRefund(
  shop: Shop,
  id: string,
  amount: number,
): Promise<void> {
  await send(shop.port(), `/api/admin/orders/${id}/refund`, {
    method: "POST",
    headers: { "idempotency-key": randomUUID() },
    body: { amount },
  });
}

async function compare(shop: Shop, buyers: readonly Buyer[]): Promise<void> {
  const { bank } = shop.fake;
  const { db, close } = await shop.store.open();
  const rows = await db
    .selectFrom("payments")
    .select(["checkout_id", "refunded", "withdrawn"])
    .execute();
  await close();
  const ledger = new Map(
    rows.map((row) => [row.checkout_id, row.refunded + row.withdrawn]),
  );
  const returned = buyers.map(({ intent }) => bank.returned(intent));
  const kept = buyers.map(({ id }) => ledger.get(id) ?? -1);
  const told: number[] = [];
  await inParallel([...buyers.entries()], LANES, async ([i, buyer]) => {
    told[i] = await refundedBy(buyer);
  });
  const agree = (list: readonly number[]) =>
    list.filter((sum, i) => sum === returned[i]).length;
  expectEqual("payments", rows.length, buyers.length);
  expectEqual("ledger and Stripe agree", agree(kept), buyers.length);
  expectEqual("visitors and Stripe agree", agree(told), buyers.length);
  expectEqual(
    "given back more than was taken",
    returned.filter((sum) => sum > PRICE).length,
    0,
  );
}

async function refundedBy({ visitor, id }: Buyer): Promise<number> {
  const { json } = await visitor.call("/api/pay/purchases");
  const { purchases } = Object(json);
  const list: readonly unknown[] = Array.isArray(purchases) ? purchases : [];
  const found = list.find((one) => Object(one).checkout_id === id);
  return Number(Object(found).refunded ?? -1);
}
