import { MAKE_CHECKOUT_RETURN_PATH_MAX } from "../../generated/call.ts";
import { redactPath } from "../../generated/address.ts";

/** Parameters that name a person; they are read once and taken out of the address. */
export const PERSONAL_PARAMETERS: readonly string[] = ["email", "name"];
/** Names the payment that the visitor comes back from. */
export const CHECKOUT_PARAMETER = "checkout";
/** `?tester=<code>` switches on, `?tester=off:<code>` off. */
export const TESTER_PARAMETER = "tester";

/** Parameters for the page that they lead to, and for no other address. */
export const SECRET_PARAMETERS: readonly string[] = [
  ...PERSONAL_PARAMETERS,
  CHECKOUT_PARAMETER,
  TESTER_PARAMETER,
];

/** A query without some parameters; as it was, letter by letter, when it holds none of them. */
export function without(search: string, names: readonly string[]): string {
  const query = new URLSearchParams(search);
  if (!names.some((name) => query.has(name))) return search;
  for (const name of names) query.delete(name);
  const rest = query.toString();
  return rest === "" ? "" : `?${rest}`;
}

/** An address that may be sent and logged: nothing personal, no payment, no sensitive step, no secret, no fragment. */
export function publicAddress(href: string): string {
  const url = new URL(href);
  return (
    url.origin +
    redactPath(url.pathname) +
    without(url.search, SECRET_PARAMETERS)
  );
}

/** Where the payment page leads back to: path and query of this page, the path alone where the server would refuse that. */
export function returnPath(location: {
  readonly pathname: string;
  readonly search: string;
}): string {
  // Two leading slashes would name another host.
  const path = location.pathname.replace(/^\/+/, "/");
  const whole = path + without(location.search, SECRET_PARAMETERS);
  return whole.length > MAKE_CHECKOUT_RETURN_PATH_MAX ? path : whole;
}

/** The payment id in the query, null when there is none that could be one. */
export function checkoutParameter(search: string): string | null {
  const id = new URLSearchParams(search).get(CHECKOUT_PARAMETER);
  return id !== null && /^[A-Za-z0-9_-]{1,128}$/.test(id) ? id : null;
}
