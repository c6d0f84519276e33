import type { Funnel } from "../shared/contract.ts";
import { data, text } from "../schema/read.ts";

/** A mount is its address alone, or a mapping that says how its visitors pay. */
export function mountsOf(
  raw: readonly unknown[],
): Pick<Funnel, "mounts" | "checkouts"> {
  const mounts = raw.map((mount) => {
    const { path = mount, payments } = data(mount);
    return { path: text(path), payments };
  });
  return {
    mounts: mounts.map(({ path }) => path),
    checkouts: Object.fromEntries(
      mounts.flatMap(({ path, payments }) =>
        payments === undefined ? [] : [[path, text(payments)]],
      ),
    ),
  };
}
