import type { ContentFile } from "../parse/file-name.ts";
import type { Checked, FORMATS } from "../report/print.ts";

export interface CheckOptions {
  readonly content: string;
  readonly format: (typeof FORMATS)[number];
  readonly cache: boolean;
  readonly watch?: boolean;
  /** An earlier build or commit: what the change does to its visitors is checked, too. */
  readonly against?: string;
  /** Fixes what a machine can fix safely; with `all`, also what somebody should look at. */
  readonly fix?: true | "all";
}

/** A check of the files as they were at that moment. */
export interface Run {
  readonly files: readonly ContentFile[];
  readonly checked: Checked;
}
