import { useEffect } from "react";
import type { Step } from "../../generated/contract.ts";
import { fill } from "../core/text.ts";
import { variables } from "../core/variables.ts";
import { useBrand, useFunnel } from "../hooks/use-page.ts";

/** Spec 2: the title of a route that has none. */
const FALLBACK_TITLE = "Fun";

/**
 * The document's title, and its description where the step has its own: as in the prerendered document, without a word
 * of the visitor, for histories, screens of others and scripts of third parties read it.
 */
export function useDocumentHead({ title, description }: Step): void {
  const brand = useBrand();
  const funnel = useFunnel();
  const nobody = variables({ brand, funnel, answers: {}, contact: {} });
  const name = fill(title, nobody) || FALLBACK_TITLE;
  const about = description === null ? null : fill(description, nobody);
  useEffect(() => {
    document.title = name;
    if (about === null) return;
    document
      .querySelector('meta[name="description"]')
      ?.setAttribute("content", about);
  }, [name, about]);
}
