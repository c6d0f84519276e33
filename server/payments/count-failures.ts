import type { Provider, Providers } from "../checkout/provider.ts";
import { providersOf } from "./registry.ts";

/** Who is told of calls of providers. */
interface Watcher {
  /** Of each call that a provider has, before it is made. */
  begun(provider: string, call: string): void;
  /** Of each that was not answered. */
  failed(provider: string, call: string, error: unknown): void;
}

/** The same providers; each call that one of them does not answer is told, and fails as before. */
export function countFailures(
  { main, all }: Providers,
  watcher: Watcher,
): Providers {
  const watched = all.map((provider) => counted(provider, watcher));
  return providersOf(watched, main && (watched[all.indexOf(main)] ?? null));
}

function counted(provider: Provider, watcher: Watcher): Provider {
  const { open, charge, look, expire, refund } = provider;
  const { lookAtRefund, endPlan, cancelPlan, review } = provider;
  const watch = <A extends readonly unknown[], R>(
    call: string,
    work: (...asked: A) => Promise<R>,
  ) => {
    watcher.begun(provider.id, call);
    return async (...asked: A): Promise<R> => {
      try {
        return await work(...asked);
      } catch (error) {
        watcher.failed(provider.id, call, error);
        throw error;
      }
    };
  };
  return {
    ...provider,
    open: watch("open", open),
    charge: watch("charge", charge),
    ...(look && { look: watch("look", look) }),
    ...(expire && { expire: watch("expire", expire) }),
    refund: watch("refund", refund),
    ...(lookAtRefund && { lookAtRefund: watch("refund", lookAtRefund) }),
    ...(endPlan && { endPlan: watch("end-plan", endPlan) }),
    ...(cancelPlan && { cancelPlan: watch("cancel-plan", cancelPlan) }),
    ...(review && { review: watch("review", review) }),
  };
}
