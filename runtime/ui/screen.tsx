/** The folder `ui` holds controls and headings that pages share. */
import type { ReactNode } from "react";
import { Part } from "./part.tsx";
import styles from "./screen.module.css";

/**
 * The stage of one screen: what is said, what is done, and the button that ends it. One column on a phone; brands
 * with left-hand headlines get two on a wide screen.
 */
export function Screen({
  head,
  action,
  wide = false,
  children,
}: {
  head: ReactNode;
  action?: ReactNode;
  /** Takes more than a column where there is room, as pictures do. */
  wide?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={wide ? `${styles.screen} ${styles.wide}` : styles.screen}>
      <div className={styles.head} data-head="">
        <Part />
        {head}
      </div>
      <div className={styles.body}>
        {children}
        {action}
      </div>
    </div>
  );
}

/** A short line under the headline. */
export function Lead({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.lead}>
      {children}
    </p>
  );
}
