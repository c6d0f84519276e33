import { isUnanswered } from "../http/problem.ts";
import { noteCheckout, withRequest } from "../http/request-context.ts";
import type { Log } from "../log.ts";
import { attempt } from "./attempt.ts";

/** A provider that has not answered so many calls in a row is not waited for any more in this round. */
const SILENT_CALLS = 2;

/** What a provider is asked about, and the order that it belongs to. */
interface Asked {
  readonly provider: string;
  readonly checkout_id: string;
}

/** Does the same work for many things; what fails is logged, and the next round tries it again. */
export type Round = <Thing extends Asked>(
  things: readonly Thing[],
  asked: {
    /** What the log says of a thing whose work failed. */
    readonly message: string;
    readonly work: (thing: Thing) => Promise<void>;
    /** Done in the place of the work for what its provider is not asked about any more. */
    readonly leave?: (thing: Thing) => Promise<void>;
  },
) => Promise<void>;

/**
 * One round of asking providers: beside each other, one thing of each at a time, so that one that is slow or away holds up
 * nothing of another. Each has a request id, by which it is known to its provider; in the log stand both that and its
 * order.
 */
export function besideEachOther(log: Log): Round {
  const silent = new Map<string, number>();
  return async (things, { message, work, leave }) => {
    const ask = async (thing: Parameters<typeof work>[0]) => {
      const { provider } = thing;
      const before = silent.get(provider) ?? 0;
      if (before >= SILENT_CALLS) return leave?.(thing);
      try {
        await work(thing);
        silent.delete(provider);
      } catch (error) {
        silent.set(provider, isUnanswered(error) ? before + 1 : 0);
        throw error;
      }
    };
    const inTurn = async (provider: string) => {
      for (const thing of things.filter((one) => one.provider === provider))
        await withRequest({}, () => {
          noteCheckout(thing.checkout_id);
          return attempt(log, message, async () => ask(thing));
        });
    };
    const providers = new Set(things.map(({ provider }) => provider));
    await Promise.all([...providers].map(inTurn));
  };
}
