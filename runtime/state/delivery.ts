import { FetchError } from "ofetch";
import { atom, type Getter, type Setter, type WritableAtom } from "jotai";
import { problemOf } from "../api/problem.ts";
import { retryAfter } from "../api/retry-after.ts";
import { logError, logWarning } from "../core/log.ts";
import { type Pending, retryDelay, waitOf } from "../core/outbox.ts";
import { type Visit, visitAtom } from "./visit.ts";

/** What must not be lost on its way to the server, as long as it is stored here. */
interface Outbox<T extends Pending> {
  /** What is sent, in the words of the log: "the contact". */
  readonly what: string;
  /** What is to be sent now; null when there is nothing. */
  readonly next: (get: Getter) => T | null;
  /** Sends it; what stands in its place from then on. Rejects when it is not known to have arrived. */
  readonly send: (
    get: Getter,
    set: Setter,
    visit: Visit,
    pending: T,
  ) => Promise<T | null>;
  /** Keeps what stands in its place, null for nothing; something newer is left alone. */
  readonly replace: (
    get: Getter,
    set: Setter,
    pending: T,
    next: T | null,
  ) => void;
}

type Delivery = WritableAtom<null, [], Promise<void>>;

/** Failures in a row after which delivery waits for the next page view. */
const FAILURES_MAX = 10;

/** What is sent again when the network or the visitor is back, beside contacts. */
export const laterDeliveriesAtom = atom<readonly Delivery[]>([]);

/**
 * Sends what waits in an outbox, again and again until it is stored or refused. Asked for once more between two tries,
 * it makes the next one at once.
 */
export function deliveryOf<T extends Pending>({
  what,
  next,
  send,
  replace,
}: Outbox<T>): Delivery {
  const deliveringAtom = atom(false);
  /** Ends the wait before the next try; null while none is waited for. */
  const waitAtom = atom<{ readonly end: () => void } | null>(null);
  return atom(null, async (get, set) => {
    const visit = get(visitAtom);
    get(waitAtom)?.end();
    if (visit === null || get(deliveringAtom)) return;
    set(deliveringAtom, true);
    for (let failures = 0; failures < FAILURES_MAX;) {
      const pending = next(get);
      if (pending === null) break;
      // Whatever happens on the page meanwhile: the server has asked for this.
      const early = waitOf(pending, visit.now());
      if (early > 0) {
        await visit.sleep(early);
        // Something newer may have taken its place.
        if (next(get) !== pending) continue;
      }
      try {
        replace(get, set, pending, await send(get, set, visit, pending));
      } catch (error) {
        if (isRefusal(error)) {
          logError(`${what} was refused`, error);
          replace(get, set, pending, null);
          continue;
        }
        failures += 1;
        logWarning(`sending ${what} failed`, error);
        const wait = retryDelay(failures);
        const later = retryAfter(error, visit.now());
        if (later !== null) {
          // A server that names no time to come is not asked over and over.
          const notBefore = visit.now() + Math.max(later, wait);
          replace(get, set, pending, { ...pending, notBefore });
          continue;
        }
        const asked = new Promise<void>((end) => set(waitAtom, { end }));
        await Promise.race([visit.sleep(wait), asked]);
        set(waitAtom, null);
      }
    }
    set(deliveringAtom, false);
  });
}

/** A refused body will be refused again. Only the server refuses: what stands in between does not know what it turns away. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof FetchError) || problemOf(error) === null) return false;
  const { status = 500 } = error;
  return status < 500 && ![408, 409, 425, 429].includes(status);
}
