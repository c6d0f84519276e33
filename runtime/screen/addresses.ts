import type { Funnel, Step } from "../../generated/contract.ts";
import type { AnyNames } from "../../generated/funnel-names.ts";
import { href } from "../../generated/address.ts";
import { stepById } from "../core/flow.ts";

export interface Address {
  readonly mount: AnyNames["mount"];
  readonly step: Step;
}

/** Every step of a funnel by its decoded path, on all mounts; an absolute one stands below the first. */
export function addressesOf(funnel: Funnel): ReadonlyMap<string, Address> {
  return new Map(
    funnel.mounts.flatMap((mount, i) =>
      funnel.steps
        .filter(({ path }) => i === 0 || !path.startsWith("/"))
        .map((step) => [href(mount, step.path), { mount, step }] as const),
    ),
  );
}

/** The first step of a funnel below a mount. */
export function entryPath(funnel: Funnel, mount: AnyNames["mount"]): string {
  const entry = funnel.entry === null ? null : stepById(funnel, funnel.entry);
  return entry === null ? "/" : href(mount, entry.path);
}

/** The mount that a path stands below; null when it is none of the funnel's. */
export function mountOf(
  funnel: Funnel,
  path: string,
): AnyNames["mount"] | null {
  return (
    funnel.mounts.find(
      (mount) =>
        mount !== "" && (path === mount || path.startsWith(`${mount}/`)),
    ) ?? null
  );
}

/** A path as steps are written: decoded, without a slash at the end. A bad percent sign stays as it is. */
export function decodePath(pathname: string): string {
  try {
    return decodeURI(pathname).replace(/(.)\/+$/, "$1");
  } catch {
    return pathname;
  }
}
