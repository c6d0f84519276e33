import { Refusal } from "../refusal.ts";
import type { Provider } from "./provider.ts";
import { sandbox } from "./sandbox.ts";

/** Providers by id. */
const providers = { sandbox } as const satisfies Readonly<
  Record<string, Provider>
>;

/** The provider that the environment asks for. Throws a `Refusal` for one that does not exist yet. */
export function chooseProvider(env: {
  readonly stripeKey: string | null;
}): Provider {
  if (env.stripeKey !== null)
    throw new Refusal(
      "STRIPE_SECRET_KEY is set, but payments by Stripe are not built yet: leave it out to use the sandbox, which takes no money.",
      2,
    );
  return providers.sandbox;
}
