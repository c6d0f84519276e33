import { NonsenseError } from "../api/nonsense.ts";
import type { Visit } from "../state/visit.ts";
import type { PaymentForm, WayThere } from "./machine.ts";

/** After this time on the page the payment page could not be reached; milliseconds. */
export const LEAVE_WAIT_MS = 15_000;

/** Goes to the payment page; comes back only where that could not be reached. */
export async function leave(
  { location, sleep }: Visit,
  way: WayThere,
): Promise<void> {
  const address = way.kind === "send" ? way.form.action : way.url;
  const target = new URL(address, location.href);
  if (target.protocol !== "https:" && target.protocol !== location.protocol) {
    throw new NonsenseError("the payment page is no web page");
  }
  if (way.kind === "send") sendForm(target.href, way.form);
  else location.assign(target.href);
  await sleep(LEAVE_WAIT_MS);
}

/** As if the visitor had sent a form of the page; no field can stand in the way by its name. */
function sendForm(action: string, { method, fields }: PaymentForm): void {
  const form = document.createElement("form");
  form.method = method.toLowerCase();
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
  form.remove();
}
