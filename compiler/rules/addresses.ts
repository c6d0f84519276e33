import { stepAddresses } from "../address.ts";
import type { FunnelNode } from "../program.ts";

export interface Address {
  readonly path: string;
  /** Position of the step; null for the mount itself. */
  readonly step: number | null;
  readonly mount: number;
}

const known = new WeakMap<FunnelNode, readonly Address[]>();

/** Every address of a funnel on all its mounts; worked out once for as long as the funnel stays as it is. */
export function addressesOf(node: FunnelNode): readonly Address[] {
  const found = known.get(node) ?? list(node);
  known.set(node, found);
  return found;
}

function list({ funnel }: FunnelNode): Address[] {
  const mounts = funnel.mounts.flatMap((path, mount): Address[] =>
    path === "" ? [] : [{ path, step: null, mount }],
  );
  const steps = stepAddresses(funnel).map(({ path, index, mount }) => ({
    path,
    step: index,
    mount,
  }));
  return [...mounts, ...steps];
}
