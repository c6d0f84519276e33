import { text, type Data } from "./read.ts";

interface Title {
  readonly text: string;
  /** True when it is made from texts that stand elsewhere. */
  readonly derived: boolean;
}

/**
 * A step's document title and description: its own, else the funnel's title on the first step, else
 * its question or headline with the project's name. Without a description of its own the funnel's stands.
 */
export function titleOf(
  step: Data,
  funnel: Data,
  first: boolean,
): { title: Title; description: string | null } {
  return {
    title: titleText(step, funnel, first),
    description: text(step.description) || null,
  };
}

function titleText(step: Data, funnel: Data, first: boolean): Title {
  if (step.title !== undefined)
    return { text: text(step.title), derived: false };
  const funnelTitle = text(funnel.title);
  const named = text(step.ask) || text(step.heading);
  if ((first && funnelTitle !== "") || named === "")
    return { text: funnelTitle, derived: true };
  return { text: `${named} · {{ project }}`, derived: true };
}
