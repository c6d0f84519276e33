import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./button.module.css";

/** A link in a button's clothes to the brand's root, which knows where a visitor belongs. */
export function HomeLink({ children }: { children: ReactNode }) {
  return (
    <a className={styles.primary} href="/">
      <span className={styles.words}>{children}</span>
      <Icon name="forward" className={styles.arrow} />
    </a>
  );
}
