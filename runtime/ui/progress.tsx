import styles from "./progress.module.css";

/** How far along, 0 to 1. The four forms are CSS over the same native element, right before any script. */
export function Progress({ value, label }: { value: number; label: string }) {
  const percent = Math.round(value * 100);
  return (
    <div className={styles.progress}>
      <progress
        className={styles.bar}
        value={percent}
        max={100}
        aria-label={label}
      >
        {percent}%
      </progress>
      <span className={styles.fraction} aria-hidden="true">
        {percent}
      </span>
    </div>
  );
}
