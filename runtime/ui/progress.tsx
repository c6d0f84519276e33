import { useLayoutEffect, useRef } from "react";
import styles from "./progress.module.css";

/**
 * How far along, 0 to 1. The four forms are CSS over the same native element, right before any script; from the
 * second value on it moves.
 */
export function Progress({ value, label }: { value: number; label: string }) {
  const percent = Math.round(value * 100);
  const bar = useRef<HTMLProgressElement>(null);
  useLayoutEffect(() => {
    if (bar.current === null) return;
    const { dataset, style } = bar.current;
    dataset["live"] = dataset["live"] === undefined ? "" : "moved";
    style.setProperty("--percent", String(percent));
  }, [percent]);
  return (
    <div className={styles.progress}>
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
    </div>
  );
}
