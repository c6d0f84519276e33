import { useEffect } from "react";
import type { Step } from "../../generated/contract.ts";
import { useText } from "../hooks/use-text.ts";

/** Spec 2: the title of a route that has none. */
const FALLBACK_TITLE = "Fun";

/** The document's title, and its description where the step has its own. */
export function useDocumentHead({ title, description }: Step): void {
  const text = useText();
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
