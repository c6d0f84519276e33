import type { Funnel } from "../shared/contract.ts";
import { type Bundle, closureOf } from "./runtime.ts";
import type { Unit } from "./vite-plugin.ts";

/** The address of the document that brings a funnel back without network. */
export function shellPath(funnel: string): string {
  return `/offline/${funnel}`;
}

/** What visitors read while they have no network. */
export const NO_NETWORK =
  '<p data-no-network role="status">You are offline. Your answers are kept on this device, and you can go on: ' +
  "what has to be sent is sent when the network is back.</p>";

/** One funnel as its brand's worker keeps it, see `runtime/offline/worker-contract.ts`. */
export function keptFunnel(
  { mounts }: Funnel,
  unit: Unit,
  files: readonly string[],
): object {
  return { mounts, shell: shellPath(unit.funnel), files };
}

/** All scripts and styles that the steps of a funnel need. */
export function filesOf(
  { chunks, pages, late }: Pick<Bundle, "chunks" | "pages" | "late">,
  entry: string,
  { steps }: Funnel,
): { scripts: string[]; styles: string[] } {
  const own = new Set(steps.flatMap(({ page }) => pages[page] ?? []));
  return closureOf(chunks, [entry, ...own, ...late]);
}

/** The worker of one brand: the script, with what it is told. */
export function workerOf(
  script: string,
  build: string,
  funnels: readonly object[] | null,
): string {
  return `self.workerPlan=${JSON.stringify({ build, funnels })};\n${script}\n`;
}

/** Whether a funnel can be brought back: a quiz of its own, below mounts. */
export function isKept({ entry, mounts }: Funnel): boolean {
  return entry !== null && mounts.every((mount) => mount !== "");
}
