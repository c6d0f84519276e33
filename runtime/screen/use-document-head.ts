import { useEffect } from "react";
import type { Funnel, Step, Text } from "../../generated/contract.ts";
import { fill } from "../core/text.ts";
import { useFunnel } from "../hooks/use-page.ts";

/** Spec 2: the title of a route that has none. */
const FALLBACK_TITLE = "Fun";

/**
 * The document's title, and its description where the step has its own: as in the prerendered document, without a word
 * of the visitor, for histories, screens of others and scripts of third parties read it.
 */
export function useDocumentHead(step: Step): void {
  const funnel = useFunnel();
  const { description } = headOf(step, funnel);
  const name = titleOf(step, funnel);
  const about = description === null ? null : fill(description, () => null);
  useEffect(() => {
    document.title = name;
    if (about === null) return;
    document
      .querySelector('meta[name="description"]')
      ?.setAttribute("content", about);
  }, [name, about]);
}

export function titleOf(
  step: Step,
  funnel: Pick<Funnel, "title" | "description">,
): string {
  return fill(headOf(step, funnel).title, () => null) || FALLBACK_TITLE;
}

/** Title and description of a step; those of a page that is made of answers without what these would say. */
export function headOf(
  { title, description, basis }: Step,
  funnel: Pick<Funnel, "title" | "description">,
): Pick<Step, "title" | "description"> {
  if (basis === null) return { title, description };
  return {
    title: holdsVariable(title) ? funnel.title : title,
    description: holdsVariable(description) ? funnel.description : description,
  };
}

function holdsVariable(text: Text | null): boolean {
  if (text === null || typeof text === "string") return false;
  return text.some(
    (part) =>
      typeof part !== "string" &&
      (part.kind === "variable" ||
        ("children" in part && holdsVariable(part.children))),
  );
}
