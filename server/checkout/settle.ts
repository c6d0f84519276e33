import { type Checkout, findCheckout, moveCheckout } from "../db/checkouts.ts";
import { WAITING } from "../db/tables.ts";
import { recordTransaction } from "../db/payments.ts";
import { experimentsOfPage } from "../experiments/choose.ts";
import { noteCheckout } from "../http/request-context.ts";
import type { Hosts } from "../site.ts";
import type { Finding, PaymentServices } from "./provider.ts";

/** Whether a checkout waits for its visitor or for the provider. */
export function isWaiting<C extends Pick<Checkout, "status">>(
  checkout: C,
): checkout is C & { readonly status: (typeof WAITING)[number] } {
  return WAITING.some((status) => status === checkout.status);
}

/** Whether a checkout waits, but has left its offer to another one: nobody is led to pay it any more. */
export function isSetAside(
  checkout: Pick<Checkout, "status" | "offer">,
): boolean {
  return isWaiting(checkout) && checkout.offer === null;
}

/**
 * Writes down what a provider has found out. Money that was taken is recorded whatever was thought before, and as
 * money to give back when the order was paid already; anything else only moves a checkout that waits. Answers the
 * checkout as it is then. `isTaken` is false for money that is taken only now: none is of an order that has ended.
 */
export async function settle(
  services: PaymentServices,
  checkout: Checkout,
  { status: to, reason, ...found }: Finding,
  isTaken = to === "paid",
): Promise<Checkout> {
  const { db, hosts, now, random } = services;
  noteCheckout(checkout.checkout_id);
  let current = checkout;
  for (;;) {
    const { status: from } = current;
    if (from === "paid") {
      const { transaction } = found;
      if (to === "paid" && transaction !== undefined)
        await recordTransaction(db, current, {
          transaction,
          now: now(),
          random,
        });
      return current;
    }
    if (!isTaken && !isWaiting(current)) return current;
    const experiments = experimentsSelling(hosts, current);
    const move = { from, to, ...found, experiments, now: now(), random };
    const moved = await moveCheckout(db, current.checkout_id, move);
    if (moved) logRefusal(services, current, reason);
    const stored = await findCheckout(db, current.checkout_id);
    // An order that its provider could not open is not there any more.
    if (stored === null) return current;
    // Not moved: somebody else was quicker, and has left another state behind.
    if (moved) return stored;
    current = stored;
  }
}

/** Writes to the log why a provider took nothing, where it has said so and the reason is not the buyer's own. */
export function logRefusal(
  { log }: Pick<PaymentServices, "log">,
  { provider }: Checkout,
  reason: string | undefined,
): void {
  if (reason !== undefined)
    log({ level: "warn", message: "payment refused", provider, reason });
}

/** Names of the experiments of the funnel that sells it. */
function experimentsSelling(
  hosts: Hosts,
  { brand, return_path }: Checkout,
): readonly string[] {
  const seller = hosts.named(brand);
  const [page = ""] = return_path.split(/[?#]/);
  return seller === null
    ? []
    : experimentsOfPage(seller, page).map(({ name }) => name);
}

/** Asks the provider about a checkout that waits, and answers the checkout as it is then. */
export async function refresh(
  services: PaymentServices,
  checkout: Checkout,
): Promise<Checkout> {
  if (!isWaiting(checkout)) return checkout;
  const { current, found } = await lookAtStored(services, checkout);
  return found === null || found === "unknown"
    ? current
    : settle(services, current, found);
}

/** What the provider says of a checkout that waits; one that cannot be asked, or is not set up any more, cannot say. */
export async function look(
  services: Pick<PaymentServices, "db" | "providers">,
  checkout: Checkout,
): Promise<Finding | "unknown" | null> {
  return (await lookAtStored(services, checkout)).found;
}

interface Seen {
  readonly current: Checkout;
  readonly found: Finding | "unknown" | null;
}

/**
 * What the provider says, and of which state of the checkout. Whoever goes on to another page of the provider leaves one
 * behind that comes to its end, which is not the end of the checkout: it is read once more when one has ended, and asked
 * after under the name that it has by then.
 */
async function lookAtStored(
  { db, providers }: Pick<PaymentServices, "db" | "providers">,
  checkout: Checkout,
): Promise<Seen> {
  let current = checkout;
  for (;;) {
    const provider = providers.of(current);
    const found =
      provider?.look === undefined
        ? whatIsKnown(current)
        : await provider.look(current);
    const isEnd = found !== null && found !== "unknown";
    if (!isEnd || found.status === "paid") return { current, found };
    const stored = await findCheckout(db, current.checkout_id);
    if (
      stored === null ||
      !isWaiting(stored) ||
      stored.provider_reference === current.provider_reference
    )
      return { current, found };
    current = stored;
  }
}

/** What is known of a checkout whose provider cannot be asked: nothing was taken where it was asked for nothing. */
function whatIsKnown(checkout: Checkout): "unknown" | null {
  return wasAskedFor(checkout) ? "unknown" : null;
}

/**
 * Whether money was asked for by a checkout: not by a charge that was never made, or of which the provider has said that
 * it has nothing to charge. What was unknown once or set aside stays asked for, though no call for it is noted any more.
 */
export function wasAskedFor({
  way,
  status,
  busy_since,
  provider_reference,
  unknown_since,
  offer,
}: Checkout): boolean {
  return (
    way !== "saved" ||
    status !== "open" ||
    busy_since !== null ||
    provider_reference !== null ||
    unknown_since !== null ||
    offer === null
  );
}
