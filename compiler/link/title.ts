import type { Path } from "../source.ts";
import { text, type Data } from "./read.ts";

interface Titled {
  readonly text: string;
  /** Where it is written, when that is not the step itself. */
  readonly path: Path | null;
}

/**
 * A step's document title and description: its own, else the funnel's title on the first step, else
 * its question or headline with the project's name. Without a description of its own the funnel's stands.
 */
export function titleOf(
  step: Data,
  funnel: Data,
  first: boolean,
): { title: Titled; description: Titled | null } {
  const description = text(step.description);
  return {
    title: titleText(step, funnel, first),
    description: description === "" ? null : { text: description, path: null },
  };
}

function titleText(step: Data, funnel: Data, first: boolean): Titled {
  if (step.title !== undefined) return { text: text(step.title), path: null };
  const funnelTitle = text(funnel.title);
  const named = text(step.ask) || text(step.heading);
  if ((first && funnelTitle !== "") || named === "") return { text: funnelTitle, path: ["title"] };
  return { text: `${named} · {{ project }}`, path: null };
}
