import { href } from "../shared/address.ts";
import type { Funnel, Step } from "../shared/contract.ts";

/** A step where a visitor finds it. */
export interface StepAddress {
  readonly path: string;
  readonly step: Step;
  /** Position of the step in the funnel, and of the mount it stands below. */
  readonly index: number;
  readonly mount: number;
}

/** Every step at each of its addresses: below every mount, or once when its path is absolute. */
export function stepAddresses({ mounts, steps }: Funnel): StepAddress[] {
  return mounts.flatMap((at, mount) =>
    steps.flatMap((step, index) =>
      mount > 0 && step.path.startsWith("/")
        ? []
        : [{ path: href(at, step.path), step, index, mount }],
    ),
  );
}

const PARAMETER = /\{[^{}]*\}/g;

/** A path as it is written, with a value for its parameter: `upsell/{offerId}` and `coach` -> `upsell/coach`. */
export function withParameter(pattern: string, value: string): string {
  return pattern.replaceAll(PARAMETER, value);
}

/** What stands before a parameter at the end of a route: `/quiz/upsell/{offerId}` -> `/quiz/upsell`; else null. */
export function beforeParameter(route: string): string | null {
  return /^(.+)\/\{[^{}]*\}$/.exec(route)?.[1] ?? null;
}
