import { isUnanswered } from "../http/problem.ts";
import { noteCheckout, withRequest } from "../http/request-context.ts";
import type { Log } from "../log.ts";
import { attempt } from "./attempt.ts";

/** A provider that has not answered so many calls in a row is not waited for any more in this round. */
const SILENT_CALLS = 2;
/** Questions to a provider that has answered in this round; before that, and after one that it did not answer, one. */
const QUESTIONS_AT_ONCE = 4;

/** What a provider is asked about, and the order that it belongs to. */
interface Asked {
  readonly provider: string;
  readonly checkout_id: string;
}

/**
 * Does the same work for many things, batch by batch, until nothing is found that was not asked about in this round, or
 * its time is over. What fails is logged, and the next round tries it again.
 */
export type Round = <Thing extends Asked>(asked: {
  /** The next ones, those that were not asked about for the longest time first. */
  readonly find: () => Promise<readonly Thing[]>;
  readonly idOf: (thing: Thing) => string;
  /** How many batches at most; left out: as many as there is time for. */
  readonly batches?: number;
  /** What the log says of a thing whose work failed. */
  readonly message: string;
  readonly work: (thing: Thing) => Promise<void>;
  /** Done in the place of the work for the rest of a batch whose provider is not asked any more. */
  readonly leave?: (thing: Thing) => Promise<void>;
}) => Promise<void>;

/**
 * One round of asking providers: beside each other, a few things of each at a time, so that one that is slow or away holds
 * up nothing of another. Each has a request id, by which it is known to its provider; in the log stand both that and its
 * order.
 */
export function besideEachOther(log: Log, isOver: () => boolean): Round {
  /** How many calls in a row a provider has not answered; none of whom nothing is known yet. */
  const silent = new Map<string, number>();
  const isSilent = (provider: string, calls = SILENT_CALLS) =>
    (silent.get(provider) ?? 0) >= calls;
  /** Its last call was not answered, and there is no time for another one. */
  const isGivenUp = (provider: string) => isSilent(provider, 1) && isOver();

  return async ({
    find,
    idOf,
    batches = Number.POSITIVE_INFINITY,
    message,
    work,
    leave,
  }) => {
    type Thing = Parameters<typeof work>[0];
    const ask = async (thing: Thing) => {
      const { provider } = thing;
      if (isSilent(provider) || isGivenUp(provider)) return leave?.(thing);
      try {
        await work(thing);
        silent.set(provider, 0);
      } catch (error) {
        const before = silent.get(provider) ?? 0;
        silent.set(provider, isUnanswered(error) ? before + 1 : 0);
        throw error;
      }
    };
    const inTurn = async (provider: string, things: readonly Thing[]) => {
      for (let next = 0; next < things.length;) {
        const count = silent.get(provider) === 0 ? QUESTIONS_AT_ONCE : 1;
        const together = things.slice(next, next + count);
        next += count;
        await Promise.all(
          together.map((thing) =>
            withRequest({}, () => {
              noteCheckout(thing.checkout_id);
              return attempt(log, message, async () => ask(thing));
            }),
          ),
        );
        if (isOver() && !isGivenUp(provider)) return;
      }
    };
    const ofProvider = async (provider: string, first: readonly Thing[]) => {
      const askedBefore = new Set<string>();
      for (let [batch, begun] = [first, 1]; batch.length > 0; begun += 1) {
        await inTurn(provider, batch);
        if (begun === batches || isOver() || isSilent(provider)) return;
        for (const thing of batch) askedBefore.add(idOf(thing));
        const found = await find();
        batch = found.filter(
          (one) => one.provider === provider && !askedBefore.has(idOf(one)),
        );
      }
    };
    const found = await find();
    const providers = new Set(found.map(({ provider }) => provider));
    const ends = await Promise.allSettled(
      [...providers]
        .filter((provider) => !isSilent(provider))
        .map((provider) =>
          ofProvider(
            provider,
            found.filter((one) => one.provider === provider),
          ),
        ),
    );
    // Only once none is at work any more.
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  };
}
