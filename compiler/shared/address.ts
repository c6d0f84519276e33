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

/** Where an edge leads to when it is an address of the brand rather than a step; else null. */
export function addressIn(target: Target): Address | null {
  // As a plain string: to narrow the union of all names by that of all addresses takes the type check seconds.
  const text: string = target;
  if (isAddress(text)) return text;
  return null;
}

/** Of a target alone: no step's id begins with a slash. */
function isAddress(target: string): target is Address {
  return target.startsWith("/");
}

/** What the address of a sensitive step ends in, behind its position: `/quiz/21-step`. */
export const NEUTRAL_NAME = "step";

const NEUTRAL_ADDRESS = /* @__PURE__ */ new RegExp(`/\\d+-${NEUTRAL_NAME}/?$`);

/** Whether a path is that of a sensitive step. */
export function isNeutral(path: string): boolean {
  return NEUTRAL_ADDRESS.test(path);
}

/** A path as others may know it: another one for sensitive steps alone. All sensitive steps of a funnel share one: which of them it is may be an answer. */
export function redactPath(pathname: string): string {
  return pathname.replace(NEUTRAL_ADDRESS, `/${NEUTRAL_NAME}`);
}

const NEUTRAL_ADDRESSES = /* @__PURE__ */ new RegExp(
  `/\\d+-${NEUTRAL_NAME}(?![\\w-])`,
  "g",
);

/** A text in which every sensitive step is named as `redactPath` does: a report of an error, a line of a stack. */
export function redactText(text: string): string {
  return text.replace(NEUTRAL_ADDRESSES, `/${NEUTRAL_NAME}`);
}

/** What follows the number in a path: `age` of `/quiz/4-age`; null where no number is, and for a sensitive step. */
export function nameBehindNumber(path: string): string | null {
  const name = /(?:^|\/)\d+-([^/]+)$/.exec(path)?.[1];
  return name === undefined || name === NEUTRAL_NAME ? null : name;
}
