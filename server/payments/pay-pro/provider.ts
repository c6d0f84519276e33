import { Hono } from "hono";
import type { Charged, Order, Provider } from "../../checkout/provider.ts";
import { allOrNone, type Variables } from "../../variables.ts";
import type { ProviderEntry } from "../entry.ts";
import { fetchProvider } from "../fetch-provider.ts";
import { sandboxAs } from "../sandbox/provider.ts";
import { signFields } from "../sign.ts";
import { OtherStatus, unanswered } from "../unanswered.ts";
import { plansEndedAt } from "../plan-call.ts";
import { askRefund, cannotRefund } from "../refund-call.ts";
import { askAfterSale, askStatus, isName } from "../status-call.ts";
import { payProCharge } from "./charge-call.ts";

/**
 * PayPro: charges at once what it has saved of a visitor, whom it knows by their session. One signed call, named by
 * the checkout, so that asking twice charges once.
 */
export const payPro: ProviderEntry<"pay-pro"> = {
  read: (variables) => {
    const settings = readSettings(variables);
    const status = variables.address("PAY_PRO_STATUS");
    const refund = variables.address("PAY_PRO_REFUND");
    const cancel = variables.address("PAY_PRO_CANCEL");
    return settings && payProAt(settings, { status, refund, cancel });
  },
  // Charges the sandbox's test cards.
  played: { ...sandboxAs("pay-pro"), immediate: "card" },
  calls: [payProCharge],
};

interface Settings {
  readonly key: string;
  /** Where charges are posted. */
  readonly address: URL;
}

/** Where it is asked what became of an order, to give money back, and to end a plan; null: it cannot be. */
interface Calls {
  readonly status: URL | null;
  readonly refund: URL | null;
  readonly cancel: URL | null;
}

function readSettings({ text, address }: Variables): Settings | null {
  return allOrNone(
    { key: text("PAY_PRO_KEY"), address: address("PAY_PRO_ADDRESS") },
    "PayPro needs PAY_PRO_KEY and PAY_PRO_ADDRESS: set both, or none.",
  );
}

function payProAt(
  settings: Settings,
  { status, refund, cancel }: Calls,
): Provider & { readonly id: "pay-pro" } {
  const secret = settings.key;
  return {
    id: "pay-pro",
    startLine:
      status === null
        ? "PayPro, but without PAY_PRO_STATUS it cannot be asked what became of an order."
        : "PayPro.",
    isSandbox: false,
    renews: true,
    immediate: "session",
    open: async () => ({ page: "", reference: null }),
    pageOf: ({ provider_page }) => provider_page ?? "",
    charge: (order, session) => charge(settings, order, session),
    refund: async (order) =>
      refund === null
        ? cannotRefund("PayPro", "PAY_PRO_REFUND")
        : askRefund({ address: refund, secret }, order, new Date()),
    ...(status !== null && {
      look: (checkout) =>
        askStatus({ address: status, secret }, checkout, new Date()),
      review: (checkout) =>
        askAfterSale({ address: status, secret }, checkout, new Date()),
    }),
    ...(cancel !== null && plansEndedAt({ address: cancel, secret })),
    routes: () => new Hono(),
  };
}

async function charge(
  { key, address }: Settings,
  { checkout, origin, payPeoValue }: Order,
  customer: string,
): Promise<Charged> {
  const fields = {
    order: checkout.checkout_id,
    product_code: checkout.product,
    amount: String(checkout.amount),
    currency: checkout.currency,
    customer,
    return_origin: origin,
    ...(payPeoValue !== null && { pay_peo_value: payPeoValue }),
  };
  const body = new URLSearchParams({
    ...fields,
    signature: signFields(fields, key),
  });
  try {
    const answer = await fetchProvider(address, {
      method: "POST",
      body,
      headers: { "idempotency-key": checkout.checkout_id },
    });
    if (!answer.ok) throw new OtherStatus(answer.status);
    return readCharged(await answer.json());
  } catch (error) {
    throw unanswered(error);
  }
}

/** `{ status, transaction, url }`; anything else is not known yet. */
function readCharged(answer: unknown): Charged {
  const { status, transaction, url } = Object(answer);
  const reference = isName(transaction) ? { reference: transaction } : {};
  if (status === "no_method") return { outcome: "missing" };
  if (status === "paid" || status === "declined")
    return { outcome: status, ...reference };
  const isPage =
    typeof url === "string" &&
    URL.canParse(url) &&
    new URL(url).protocol === "https:";
  return status === "needs_authentication" && isPage
    ? { outcome: status, page: url, ...reference }
    : { outcome: "pending" };
}
