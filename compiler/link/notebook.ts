import type { LinkTo, Use } from "../program.ts";

/** What linking one step notes down besides its result. */
export interface Notebook {
  readonly step: string;
  readonly uses: Use[];
  readonly links: LinkTo[];
  readonly used: Set<string>;
  /** Set when something on the page depends on the visitor. */
  personal: boolean;
}

/** An empty notebook; `used` may be shared by all steps of a funnel. */
export function notebookOf(step: string, used = new Set<string>()): Notebook {
  return { step, uses: [], links: [], used, personal: false };
}

/** Notes that a step shows something of the visitor. */
export function noteUse(notebook: Notebook, use: Omit<Use, "step">): void {
  notebook.personal = true;
  // A score is there from the start, with nothing added to it yet.
  const required = use.required && use.kind !== "score";
  if (use.kind === "score") notebook.used.add(`scores.${use.id}`);
  notebook.uses.push({ ...use, required, step: notebook.step });
}

/** Notes for a step what was noted of something that stands elsewhere and is shown on it. */
export function addNotes(notebook: Notebook, other: Notebook): void {
  notebook.personal ||= other.personal;
  notebook.links.push(...other.links);
  for (const name of other.used) notebook.used.add(name);
  for (const use of other.uses)
    notebook.uses.push({ ...use, step: notebook.step });
}
