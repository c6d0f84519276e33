import { createContext, useContext } from "react";
import type { Text } from "../../generated/contract.ts";
import { useStep } from "../hooks/use-page.ts";
import { Heading } from "./heading.tsx";
import { Lead } from "./screen.tsx";
import { Inline } from "./text.tsx";

/** What tells the ids of a step from those of its other side, while the document has both. */
export const IdSuffix = createContext("");

/** Ids of a step's headline and the line below it, for the controls they name and describe. */
export function useAskIds() {
  const { id } = useStep();
  const name = `${id}${useContext(IdSuffix)}`;
  return { name, ask: `${name}-ask`, help: `${name}-help` } as const;
}

/** What is asked, as the page's headline. */
export function Ask({ ask, help }: { ask: Text; help?: Text | undefined }) {
  const ids = useAskIds();
  return (
    <>
      <Heading id={ids.ask}>
        <Inline text={ask} />
      </Heading>
      {help === undefined ? null : (
        <Lead id={ids.help}>
          <Inline text={help} />
        </Lead>
      )}
    </>
  );
}
