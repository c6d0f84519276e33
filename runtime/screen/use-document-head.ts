import { useEffect } from "react";
import type { Funnel, Step, Text } from "../../generated/contract.ts";
import { useFunnel } from "../hooks/use-page.ts";
import { useText } from "../hooks/use-text.ts";

/** Spec 2: the title of a route that has none. */
const FALLBACK_TITLE = "Fun";

/** The document's title, and its description where the step has its own; the funnel's for those who miss its answers. */
export function useDocumentHead(step: Step, isMissing: boolean): void {
  const text = useText();
  const funnel = useFunnel();
  const { title, description } = isMissing ? headOf(step, funnel) : step;
  const name = text(title) || FALLBACK_TITLE;
  const about = description === null ? null : text(description);
  useEffect(() => {
    document.title = name;
    if (about === null) return;
    document
      .querySelector('meta[name="description"]')
      ?.setAttribute("content", about);
  }, [name, about]);
}

/** Title and description of a step as they are for somebody of whom nothing is known. */
export function headOf(
  { title, description }: Step,
  funnel: Pick<Funnel, "title" | "description">,
): Pick<Step, "title" | "description"> {
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
