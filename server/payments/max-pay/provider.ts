import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { withCheckout } from "../../http/safe-path.ts";
import { allOrNone, type Secrets, type Variables } from "../../variables.ts";
import type { ProviderEntry } from "../entry.ts";
import { maxPayForm } from "./form-call.ts";
import { maxPayMessage, readFields } from "./message.ts";
import type {
  Order,
  PaymentForm,
  PaymentServices,
  Provider,
} from "../../checkout/provider.ts";
import { isFramed } from "../../checkout/payment-end.ts";
import { noticeResponse } from "../../http/html-page.ts";
import { sandboxAs } from "../sandbox/provider.ts";
import { isSigned, signFields } from "../sign.ts";
import { readToken } from "../../token.ts";
import { plansEndedAt } from "../plan-call.ts";
import { askRefund, cannotRefund } from "../refund-call.ts";
import { askAfterSale, askStatus } from "../status-call.ts";

const START = "/api/pay/max-pay/start";
/** Signs play money only. */
const SANDBOX = { merchant: "sandbox", secret: "sandbox" };

/**
 * MaxPay: the page itself sends the visitor away by a form whose fields are signed here, so that none of them can be
 * changed on the way. The outcome is told by a signed message.
 */
export const maxPay: ProviderEntry<"max-pay"> = {
  read: (variables) => {
    const settings = readSettings(variables);
    const status = variables.address("MAX_PAY_STATUS");
    const refund = variables.address("MAX_PAY_REFUND");
    const cancel = variables.address("MAX_PAY_CANCEL");
    return settings && maxPayAt(settings, { status, refund, cancel });
  },
  // The same form, sent to the sandbox's payment page.
  played: {
    ...sandboxAs("max-pay"),
    form: (order) => formOf(order, SANDBOX.merchant, SANDBOX.secret, START),
    routes: sandboxStart,
  },
  calls: [maxPayForm],
};

interface Settings {
  readonly merchant: string;
  /** The first one signs; messages may be signed by any. */
  readonly secrets: Secrets;
  /** Where the form is sent; the build allows it in the documents' policy. */
  readonly address: URL;
}

/** Where it is asked what became of an order, to give money back, and to end a plan; null: it cannot be. */
interface Calls {
  readonly status: URL | null;
  readonly refund: URL | null;
  readonly cancel: URL | null;
}

function readSettings({ text, secrets, address }: Variables): Settings | null {
  return allOrNone(
    {
      merchant: text("MAX_PAY_MERCHANT"),
      secrets: secrets("MAX_PAY_SECRET"),
      address: address("MAX_PAY_ADDRESS"),
    },
    "MaxPay needs MAX_PAY_MERCHANT, MAX_PAY_SECRET and MAX_PAY_ADDRESS: set all of them, or none.",
  );
}

function maxPayAt(
  { merchant, secrets, address }: Settings,
  { status, refund, cancel }: Calls,
): Provider & { readonly id: "max-pay" } {
  const [secret] = secrets;
  return {
    id: "max-pay",
    startLine:
      status === null
        ? "MaxPay, but without MAX_PAY_STATUS it cannot be asked what became of an order."
        : "MaxPay.",
    isSandbox: false,
    renews: true,
    form: (order) => formOf(order, merchant, secret, address.href),
    open: async () => ({ page: "", reference: null }),
    pageOf: () => "",
    charge: async () => ({ outcome: "declined" }),
    tellsOutcome: (type) => type === "payment",
    refund: async (order) =>
      refund === null
        ? cannotRefund("MaxPay", "MAX_PAY_REFUND")
        : askRefund({ address: refund, secret }, order, new Date()),
    ...(status !== null && {
      look: (checkout) =>
        askStatus({ address: status, secret }, checkout, new Date()),
      review: (checkout) =>
        askAfterSale({ address: status, secret }, checkout, new Date()),
    }),
    ...(cancel !== null && plansEndedAt({ address: cancel, secret })),
    routes: (services) => {
      const app = new Hono<AppEnv>();
      app.post("/callback", maxPayMessage(services, secrets));
      return app;
    },
  };
}

function formOf(
  { checkout, origin }: Order,
  merchant: string,
  secret: string,
  action: string,
): PaymentForm {
  const { renewal_amount, renewal_days, first_days } = checkout;
  const fields = {
    merchant,
    order: checkout.checkout_id,
    product: checkout.product,
    description: checkout.product_name,
    amount: String(checkout.amount),
    currency: checkout.currency,
    return_url: `${origin}${withCheckout(checkout.return_path, checkout.checkout_id)}`,
    ...(renewal_amount !== null &&
      renewal_days !== null && {
        first_days: String(first_days ?? renewal_days),
        renewal_amount: String(renewal_amount),
        renewal_days: String(renewal_days),
      }),
  };
  const signature = signFields(fields, secret);
  return { action, method: "POST", fields: { ...fields, signature } };
}

function sandboxStart({ hosts }: PaymentServices): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post("/start", async (c) => {
    const fields = await readFields(c.req.raw);
    const order = readToken(fields?.["order"]);
    if (fields !== null && order !== null && isSigned(fields, [SANDBOX.secret]))
      return c.redirect(`/api/pay/sandbox/${order}`, 303);
    return noticeResponse(
      hosts.brand(new URL(c.req.url).host),
      400,
      "This payment cannot begin",
      "The form was changed on the way. Nothing was charged. Go back and try again.",
      { framed: isFramed(c) },
    );
  });
  return app;
}
