import type { Path } from "../diagnostics/span.ts";
import { isData } from "../schema/read.ts";
import type { DataChange } from "../diagnostics/change.ts";

/** What a file is meant to say after a change, worked out on its data alone; null where the change cannot be made. */
export function intended(
  whole: unknown,
  change: DataChange,
): { readonly data: unknown } | null {
  let isMade = true;
  const fail = (value: unknown) => {
    isMade = false;
    return value;
  };
  const data = changedAt(whole, change.path, (value) =>
    changed(value, change, fail),
  );
  return isMade && data !== MISSING ? { data } : null;
}

const MISSING = Symbol("nothing is there");

function changedAt(
  value: unknown,
  [step, ...rest]: Path,
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    const i = Number(step);
    const inner = i in value ? changedAt(value[i], rest, change) : MISSING;
    return inner === MISSING
      ? MISSING
      : value.map((item: unknown, n) => (n === i ? inner : item));
  }
  if (!isData(value) || !Object.hasOwn(value, step)) return MISSING;
  const inner = changedAt(value[step], rest, change);
  return inner === MISSING ? MISSING : { ...value, [step]: inner };
}

function changed(
  value: unknown,
  change: DataChange,
  fail: (value: unknown) => unknown,
): unknown {
  switch (change.kind) {
    case "set-value":
      return isData(value) || Array.isArray(value) ? fail(value) : change.value;
    case "set-key":
      if (Array.isArray(value) || value === null) return fail(value);
      return isData(value)
        ? { ...value, [change.key]: change.value }
        : { label: String(value), [change.key]: change.value };
    case "add-items": {
      const list: unknown = isData(value) ? (value[change.key] ?? []) : null;
      return isData(value) && Array.isArray(list)
        ? { ...value, [change.key]: [...list, ...change.items] }
        : fail(value);
    }
    case "remove-key": {
      if (!isData(value) || !Object.hasOwn(value, change.key))
        return fail(value);
      const { [change.key]: _, ...rest } = value;
      return rest;
    }
    case "insert-item":
      return Array.isArray(value) && change.index <= value.length
        ? value.toSpliced(change.index, 0, change.value)
        : fail(value);
    case "remove-item":
      return Array.isArray(value) && change.index < value.length
        ? value.toSpliced(change.index, 1)
        : fail(value);
    case "move-item": {
      const { from, to } = change;
      if (!Array.isArray(value) || Math.max(from, to) >= value.length)
        return fail(value);
      const item: unknown = value[from];
      return value.toSpliced(from, 1).toSpliced(to, 0, item);
    }
  }
}
