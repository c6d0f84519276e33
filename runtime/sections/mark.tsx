import { Icon } from "../ui/icon.tsx";
import styles from "./mark.module.css";

/** The sign before a point; the words beside it, or hidden ones, say the same. */
export function Mark({ sign }: { sign: "check" | "cross" | "dot" }) {
  if (sign === "check")
    return <Icon name="check" className={styles.check ?? ""} />;
  if (sign === "dot") return <span className={styles.dot} />;
  return (
    <svg
      className={styles.cross}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M6.5 6.5l11 11M17.5 6.5l-11 11" />
    </svg>
  );
}
