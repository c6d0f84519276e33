import { useContext } from "react";
import { PageContext } from "../hooks/use-page.ts";
import { Inline } from "./text.tsx";
import styles from "./part.module.css";

/** The name of the part of the quiz that the visitor is in, above the headline. */
export function Part() {
  // What is shown when a page fails stands around no step.
  const part = useContext(PageContext)?.step.part;
  return part === undefined ? null : (
    <p className={styles.part}>
      <Inline text={part} />
    </p>
  );
}
