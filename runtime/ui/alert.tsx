import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./alert.module.css";

/** Says what went wrong, aloud as well; null while nothing has. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      {children === null ? null : (
        <p className={styles.alert}>
          <Icon name="alert" className={styles.sign} />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
