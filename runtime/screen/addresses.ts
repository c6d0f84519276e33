import type { Funnel, Step } from "../../generated/contract.ts";
import type { AnyNames } from "../../generated/funnel-names.ts";
import { href, nameBehindNumber } from "../../generated/address.ts";

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

/** Where an unknown path below a mount leads: to the step that has this name behind another number, else to the first. */
export function nearestPath(
  funnel: Funnel,
  mount: AnyNames["mount"],
  path: string,
): string {
  const name = nameBehindNumber(path);
  const { entry, steps } = funnel;
  const step =
    steps.find(
      (one) =>
        name !== null &&
        (nameBehindNumber(one.path) === name ||
          (one.id === entry && one.id === name) ||
          one.was?.includes(name) === true),
    ) ?? steps.find(({ id }) => id === entry);
  return step === undefined ? "/" : href(mount, step.path);
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
