/** Something of a visitor that leaves the browser. */
export interface DataFlow {
  readonly what: string;
  readonly to: string;
  readonly when: string;
  /** The funnels in which it does; empty: all of the brand. */
  readonly funnels: readonly string[];
}
