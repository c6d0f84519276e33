import { NonsenseError } from "../api/nonsense.ts";
import { LEAVE_WAIT_MS } from "../core/leave-wait.ts";
import type { Visit } from "../state/visit.ts";
import type { PaymentForm, WayThere } from "./machine.ts";
import { canOpenSheet, openSheet, type SheetEnd } from "./sheet.ts";

/** The payment pages of our own server: in a sheet they stand over the page that asks for the money. */
export const OWN_PAYMENT_PAGES = "/api/pay/";

/**
 * Goes to the payment page. One of our own opens in a sheet, and this says how that closed; to any other the browser
 * leaves, and this comes back only where that could not be reached.
 */
export async function leave(
  { location, sleep }: Visit,
  way: WayThere,
): Promise<SheetEnd | "stayed"> {
  const address = way.kind === "send" ? way.form.action : way.url;
  const target = new URL(address, location.href);
  if (target.protocol !== "https:" && target.protocol !== location.protocol) {
    throw new NonsenseError("the payment page is not a web page");
  }
  const isOwn =
    target.origin === new URL(location.href).origin &&
    target.pathname.startsWith(OWN_PAYMENT_PAGES);
  if (isOwn && canOpenSheet()) {
    return openSheet({
      go: (frame) => {
        if (way.kind === "send") sendForm(target.href, way.form, frame.name);
        else frame.src = target.href;
      },
      isAtEnd: ({ pathname }) => !pathname.startsWith(OWN_PAYMENT_PAGES),
      timeout: sleep(LEAVE_WAIT_MS),
    });
  }
  if (way.kind === "send") sendForm(target.href, way.form);
  else location.assign(target.href);
  await sleep(LEAVE_WAIT_MS);
  return "stayed";
}

/** As if the visitor had sent a form of the page; no field can stand in the way by its name. */
function sendForm(
  action: string,
  { method, fields }: PaymentForm,
  target = "",
): void {
  const form = document.createElement("form");
  form.method = method.toLowerCase();
  form.action = action;
  form.target = target;
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
