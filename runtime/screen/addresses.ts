import type { Funnel, Step } from "../../generated/contract.ts";
import { stepById, stepPath } from "../core/flow.ts";

export interface Address {
  readonly mount: string;
  readonly step: Step;
}

/** Every step of a funnel by its decoded path, on all mounts. */
export function addressesOf(funnel: Funnel): ReadonlyMap<string, Address> {
  return new Map(
    funnel.mounts.flatMap((mount) =>
      funnel.steps.map((step) => [stepPath(mount, step), { mount, step }] as const),
    ),
  );
}

/** The first step of a funnel below a mount. */
export function entryPath(funnel: Funnel, mount: string): string {
  const entry = funnel.entry === null ? null : stepById(funnel, funnel.entry);
  return entry === null ? "/" : stepPath(mount, entry);
}

/** A route pattern in the router's notation: `{question}` becomes `:question`. */
export function routePath(mount: string, pattern: string): string {
  return `${mount}/${pattern}`.replaceAll(/\{([^{}]*)\}/g, ":$1");
}
