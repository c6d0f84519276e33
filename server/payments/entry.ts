import type { PaymentServices, Provider } from "../checkout/provider.ts";
import type { RouteEntry } from "../http/route.ts";
import type { Variables } from "../variables.ts";

/** What the folder of a payment provider hands to the registry. */
export interface ProviderEntry<Id extends string = string> {
  /**
   * The provider as its variables of the environment set it up; null where they are not set. Throws a `Refusal` that
   * names those that do not fit. Reads all of them, whatever they hold.
   */
  read(variables: Variables): (Provider & { readonly id: Id }) | null;
  /** Stands in for it where no money is real. */
  readonly played: Provider;
  /** Calls that are its own. */
  readonly calls: readonly RouteEntry<PaymentServices>[];
}
