/**
 * What funnels call their steps and addresses. Emitted as it stands to `generated/funnel-names.ts`, where the names are
 * those of the content.
 */
import type { Mount, StepId, StepPath, StepPattern, Target } from "./names.ts";

/** What one funnel calls its steps, and where they stand: every module of a funnel is held to its own. */
export interface FunnelNames {
  readonly step: string;
  /** What edges lead to. */
  readonly target: string;
  readonly mount: string;
  readonly pattern: string;
  readonly path: string;
}

/** The names of all funnels: what code may say that is made for each of them. */
export interface AnyNames {
  readonly step: StepId;
  /** The pages of a brand lead to its addresses. */
  readonly target: Target;
  readonly mount: Mount;
  readonly pattern: StepPattern;
  readonly path: StepPath;
}
