/**
 * The addresses of a site: compiler, build and runtime make each of them here. Emitted as it stands to
 * `generated/address.ts`, where the names are those of the content and an address that no page has does not compile.
 */
import type { Address, Mount, StepPath, StepPattern, Target } from "./names.ts";

/** The address of a step below a mount; an absolute path is its own address. */
export const href: (mount: Mount, path: StepPath) => string = below;

/** The route of a step: its address with the parameters in braces. */
export const routeOf: (mount: Mount, pattern: StepPattern) => string = below;

function below(mount: string, path: string): string {
  return path.startsWith("/") ? path : `${mount}/${path}`;
}

/** Whether an edge leads to an address of the brand rather than to a step. */
export function isAddress(target: Target): target is Address {
  return target.startsWith("/");
}
