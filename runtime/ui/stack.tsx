import type { ReactNode } from "react";
import styles from "./stack.module.css";

/** Things one below the other, in a column fit for reading or in the page's full width. */
export function Stack({
  gap = "m",
  width = "column",
  children,
}: {
  gap?: "s" | "m" | "l";
  width?: "column" | "wide";
  children: ReactNode;
}) {
  return (
    <div className={`${styles.stack} ${styles[gap]} ${styles[width]}`}>
      {children}
    </div>
  );
}
