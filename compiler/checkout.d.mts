/** The folder that a command line serves; found when it starts, and handed on from there. */
export interface Checkout {
  /** Where package.json, schema/ and runtime/ are: absolute, links resolved. */
  readonly root: string;
  /**
   * Changes with everything that a result depends on beside the content: compiler, schemas, packages, Node. Whatever
   * is kept for a later run is kept under it.
   */
  readonly fingerprint: string;
}

export function findCheckout(): Checkout;
export function findRoot(): string;
export function fingerprintOf(root: string): string;
