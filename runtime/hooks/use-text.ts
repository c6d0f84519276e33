import { useCallback } from "react";
import type { Text } from "../../generated/contract.ts";
import { fill, type Variables } from "../core/text.ts";
import { variables } from "../core/variables.ts";
import { contactAtom } from "../state/contact.ts";
import { answersAtom } from "../state/journey.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useGiven } from "./use-given.ts";
import { useBrand, useFunnel } from "./use-page.ts";
import { usePriceInWords } from "./use-price-in-words.ts";

/** Stands for a word of the visitor until it is known what they have given. */
const UNDECIDED = "…";

/** Turns a text into a plain string, its variables filled from the visitor's state. */
export function useText(): (text: Text) => string {
  const variable = useVariable();
  return useCallback((text: Text) => fill(text, variable), [variable]);
}

/** The value of a text variable, null when it is not known; for rendering texts as elements. */
export function useVariable(): Variables {
  const brand = useBrand();
  const funnel = useFunnel();
  const answers = useAtomValue(answersAtom);
  const contact = useAtomValue(contactAtom);
  const price = usePriceInWords();
  const { decided } = useGiven();
  return useCallback(
    (name: string) =>
      variables({ brand, funnel, answers, contact, price })(name) ??
      (decided ? null : UNDECIDED),
    [brand, funnel, answers, contact, price, decided],
  );
}
