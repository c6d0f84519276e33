import type { ReactNode } from "react";
import styles from "./heading.module.css";

/** The one headline of a page. It can take the focus, so that a new step is read out on arrival. */
export function Heading({
  id,
  size = "question",
  children,
}: {
  id?: string | undefined;
  size?: "question" | "display";
  children: ReactNode;
}) {
  return (
    <h1 id={id} className={styles[size]} tabIndex={-1}>
      {children}
    </h1>
  );
}
