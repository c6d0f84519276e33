import { logError } from "./log.ts";

/** JSON in the browser's local storage, or in memory where that is blocked or full. */
export interface SafeStorage {
  /** The parsed value; null when there is none or it cannot be read. What is no JSON is removed. */
  read(key: string): unknown;
  /** False when the value is only kept until the page is left. */
  write(key: string, value: unknown): boolean;
  remove(key: string): void;
}

/**
 * Opens the storage. Failures are logged and yield null (spec 8); what could not be written is kept in
 * memory, so that the visit goes on, and in the tab's own storage, which has room of its own and survives a reload.
 */
export function openStorage(
  backend: () => Storage = () => localStorage,
  spare: (() => Storage) | null = () => sessionStorage,
): SafeStorage {
  const store = attempt("local storage is blocked", backend);
  const tab = spare === null ? null : quietly(spare);
  const memory = new Map<string, string>();
  const forget = (key: string) => {
    memory.delete(key);
    quietly(() => tab?.removeItem(key));
  };
  return {
    read(key) {
      const text =
        memory.get(key) ??
        quietly(() => tab?.getItem(key)) ??
        attempt(`reading ${key} failed`, () => store?.getItem(key) ?? null);
      if (text === null) return null;
      const parsed = attempt(`${key} is not JSON`, () => ({ is: parse(text) }));
      if (parsed === null) this.remove(key);
      return parsed?.is ?? null;
    },
    write(key, value) {
      const text = JSON.stringify(value);
      const kept =
        attempt(`writing ${key} failed`, () => keep(store, key, text)) === true;
      if (kept) forget(key);
      else {
        memory.set(key, text);
        quietly(() => tab?.setItem(key, text));
      }
      return kept;
    },
    remove(key) {
      forget(key);
      attempt(`removing ${key} failed`, () => store?.removeItem(key));
    },
  };
}

/** Opens what the tab alone remembers, until it is closed. */
export function openTab(
  backend: () => Storage = () => sessionStorage,
): SafeStorage {
  return openStorage(backend, null);
}

function keep(store: Storage | null, key: string, text: string): boolean {
  if (store === null) return false;
  store.setItem(key, text);
  return true;
}

function parse(text: string): unknown {
  return JSON.parse(text);
}

/** Merely naming a storage throws where the browser blocks it. */
function quietly<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}

function attempt<T>(failure: string, action: () => T): T | null {
  try {
    return action();
  } catch (error) {
    logError(failure, error);
    return null;
  }
}
