import { atom, type PrimitiveAtom, type WritableAtom } from "jotai";
import { logWarning } from "../core/log.ts";
import { type Visit, visitAtom } from "./visit.ts";

export interface StoredOptions<T> {
  readonly key: (visit: Visit) => string;
  /** Null for what makes no sense; it is dropped. */
  readonly read: (value: unknown, visit: Visit) => T | null;
  readonly empty: T;
  /** What is written for a state in the place of what is stored; without it, the state. */
  readonly written?: (state: T, stored: unknown, visit: Visit) => unknown;
}

export interface Stored<T> {
  /** Reads the state; written with a change, which is applied to what is stored now and kept at once. */
  readonly state: WritableAtom<T, [change: (current: T) => T], void>;
  /** Takes over what is stored. */
  readonly restore: WritableAtom<null, [], void>;
  /** Takes over what another tab has stored, or that it has cleared it. */
  readonly follow: WritableAtom<null, [], void>;
  readonly key: (visit: Visit) => string;
}

/**
 * A piece of persisted state. Changes start from what is stored, not from what this tab remembers, so
 * that two tabs of one visitor do not undo each other's answers. Where nothing is stored any more, the browser has
 * cleared it or lets nobody read it: then what this tab remembers goes on, unless another tab has said so.
 */
export function stored<T>({
  key,
  read,
  empty,
  written = (state) => state,
}: StoredOptions<T>): Stored<T> {
  const memory: PrimitiveAtom<T> = atom(empty);
  const understood = (value: unknown, visit: Visit, missing: T): T => {
    if (value === null) return missing;
    const state = read(value, visit);
    if (state !== null) return state;
    logWarning(`what was stored as ${key(visit)} is dropped`);
    visit.storage.remove(key(visit));
    return empty;
  };
  const state = atom(
    (get) => get(memory),
    (get, set, change: (current: T) => T) => {
      const visit = get(visitAtom);
      if (visit === null) return set(memory, change(get(memory)));
      const value = visit.storage.read(key(visit));
      const next = change(understood(value, visit, get(memory)));
      visit.storage.write(key(visit), written(next, value, visit));
      set(memory, next);
    },
  );
  const taking = (missing: (current: T) => T) =>
    atom(null, (get, set) => {
      const visit = get(visitAtom);
      if (visit === null) return;
      const value = visit.storage.read(key(visit));
      set(memory, understood(value, visit, missing(get(memory))));
    });
  return {
    state,
    restore: taking((current) => current),
    follow: taking(() => empty),
    key,
  };
}
