import { getMaxPayForm } from "../../api/max-pay.ts";
import { failureOf } from "../failures.ts";
import type { Failure } from "../machine.ts";
import type { OpenPage } from "./provider.ts";

/** The way back is the page that asks; the call itself names the product alone, and logs its failure (spec 7 and 8). */
export const openPage: OpenPage = async (client, to, { attempt }) => {
  let why: Failure = "passing";
  const answer = await getMaxPayForm(
    client,
    attempt.checkoutId,
    attempt.order.product,
    (error) => {
      why = failureOf(error);
    },
  );
  if (answer === null) return { kind: "failed", to, why };
  const { checkout_id: payment, formData: form } = answer;
  return {
    kind: "opened",
    to,
    attempt: { ...attempt, payment },
    way: { kind: "send", form },
  };
};
