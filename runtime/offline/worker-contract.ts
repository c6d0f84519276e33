/** One funnel as the worker keeps it: where it stands, the document that brings it back, and what that needs. */
export interface KeptFunnel {
  readonly mounts: readonly string[];
  readonly shell: string;
  readonly files: readonly string[];
}

/** What the build tells the worker of one brand. */
export interface WorkerPlan {
  /** Changes with every build. */
  readonly build: string;
  /** None where the worker is switched off: it then takes itself away, with all that it kept. */
  readonly funnels: readonly KeptFunnel[] | null;
}

declare global {
  // oxlint-disable-next-line no-var -- a global of the worker is declared with var
  var workerPlan: WorkerPlan | undefined;
}
