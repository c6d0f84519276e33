import { expectAnswer, readObject, type Visitor } from "../../testing/calls.ts";

export const FORM = "/api/max-pay/form";

/** The form of the price confirmed last, and the id of its checkout. */
export async function formOf(visitor: Visitor, product = "journal") {
  const answer = await visitor.call(`${FORM}?product_id=${product}`, {
    headers: { "x-referrer": "http://calm.localhost/quiz/oto?utm_source=x" },
  });
  const { checkout_id, formData } = expectAnswer("max-pay-form", answer);
  const { action, method, fields } = readObject(formData);
  const texts = Object.entries(readObject(fields)).map(
    ([name, value]) => [name, String(value)] as const,
  );
  return {
    id: String(checkout_id),
    action: String(action),
    method: String(method),
    fields: Object.fromEntries(texts),
  };
}
