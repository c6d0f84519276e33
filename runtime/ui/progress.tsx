import { useLayoutEffect, useRef } from "react";
import styles from "./progress.module.css";

/** What a person takes for one, in seconds. */
const SECONDS_A_SCREEN = 7;

/**
 * How far along, 0 to 1. The four forms are CSS over the same native element, right before any script; from the
 * second value on it moves.
 */
export function Progress({
  value,
  label,
  screens,
  isUnsaid,
}: {
  value: number;
  label: string;
  /** How many screens the whole way has at most. */
  screens: number;
  /** Whether its room stays empty: a page that says whom to call is where a quiz stops. */
  isUnsaid: boolean;
}) {
  const minutes = Math.ceil(((1 - value) * screens * SECONDS_A_SCREEN) / 60);
  const percent = Math.round(value * 100);
  const bar = useRef<HTMLProgressElement>(null);
  useLayoutEffect(() => {
    if (bar.current === null) return;
    const { dataset, style } = bar.current;
    dataset["live"] = dataset["live"] === undefined ? "" : "moved";
    style.setProperty("--percent", String(percent));
  }, [percent]);
  return (
    <div
      className={
        isUnsaid ? `${styles.progress} ${styles.unsaid}` : styles.progress
      }
    >
      <progress
        ref={bar}
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
      <span className={styles.minutes}>
        {minutes > 1 ? `About ${minutes} minutes left` : "A minute left"}
      </span>
    </div>
  );
}
