import type { Provider, Providers } from "../checkout/provider.ts";
import { providersOf } from "./registry.ts";

/** Told of each call of a provider that was not answered. */
export type Failed = (provider: string, call: string, error: unknown) => void;

/** The same providers; each call that one of them does not answer is told, and fails as before. */
export function countFailures(
  { main, all }: Providers,
  failed: Failed,
): Providers {
  const watched = all.map((provider) => counted(provider, failed));
  return providersOf(watched, main && (watched[all.indexOf(main)] ?? null));
}

function counted(provider: Provider, failed: Failed): Provider {
  const { open, charge, look, expire, refund } = provider;
  const { lookAtRefund, endPlan, review } = provider;
  const watch =
    <A extends readonly unknown[], R>(
      call: string,
      work: (...asked: A) => Promise<R>,
    ) =>
    async (...asked: A): Promise<R> => {
      try {
        return await work(...asked);
      } catch (error) {
        failed(provider.id, call, error);
        throw error;
      }
    };
  return {
    ...provider,
    open: watch("open", open),
    charge: watch("charge", charge),
    ...(look && { look: watch("look", look) }),
    expire: watch("expire", expire),
    refund: watch("refund", refund),
    ...(lookAtRefund && { lookAtRefund: watch("refund", lookAtRefund) }),
    ...(endPlan && { endPlan: watch("end-plan", endPlan) }),
    ...(review && { review: watch("review", review) }),
  };
}
