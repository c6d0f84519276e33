import type { Diagnostic } from "../diagnostic.ts";
import type { FunnelNode, Program } from "../program.ts";
import { brandPaths } from "./brand-paths.ts";
import { deadEnd } from "./dead-end.ts";
import { defaultBrand } from "./default-brand.ts";
import { duplicateHost } from "./duplicate-host.ts";
import { duplicateId } from "./duplicate-id.ts";
import { duplicateOption } from "./duplicate-option.ts";
import { duplicatePath } from "./duplicate-path.ts";
import { endless } from "./endless.ts";
import { missingPrice } from "./missing-price.ts";
import { missingVariable } from "./missing-variable.ts";
import { numbering } from "./numbering.ts";
import { tagManager } from "./tag-manager.ts";
import { themeContrast } from "./theme-contrast.ts";
import { unreachable } from "./unreachable.ts";
import { unusedName } from "./unused-name.ts";

/** Judges one linked funnel by itself. */
export type FunnelRule = (node: FunnelNode) => Diagnostic[];

/** Judges the whole tree; `complete` is false when some file was refused and names may be missing. */
export type ProgramRule = (program: Program & { readonly complete: boolean }) => Diagnostic[];

export const funnelRules: readonly FunnelRule[] = [
  duplicateId,
  duplicateOption,
  unreachable,
  deadEnd,
  endless,
  numbering,
  missingVariable,
  unusedName,
];

export const programRules: readonly ProgramRule[] = [
  defaultBrand,
  duplicateHost,
  duplicatePath,
  brandPaths,
  missingPrice,
  tagManager,
  themeContrast,
];
