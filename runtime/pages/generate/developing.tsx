import { useEffect, useState } from "react";
import type { Text } from "../../../generated/contract.ts";
import { Inline } from "../../ui/text.tsx";
import styles from "./developing.module.css";

const TICK_MS = 500;
/** How long one stage is shown, in milliseconds; the last one stays. */
const STAGE_MS = 4_000;
/** After this long the bar is about two thirds full, in milliseconds. */
const USUAL_MS = 9_000;

/** How much of the bar is full: it moves all the time, ever slower, and never pretends to be done. */
export function shareAfter(ms: number): number {
  return 0.96 * (1 - Math.exp(-ms / USUAL_MS));
}

/** A sheet of paper in the developer, and what happens to it meanwhile. */
export function Developing({ stages }: { stages: readonly Text[] }) {
  const elapsed = useElapsed();
  const stage =
    stages[Math.min(stages.length - 1, Math.floor(elapsed / STAGE_MS))];
  return (
    <div className={styles.developing}>
      <div className={styles.tray} aria-hidden="true">
        <div className={styles.sheet} />
      </div>
      <progress
        className={styles.bar}
        aria-label="Your picture"
        value={shareAfter(elapsed)}
        max={1}
      />
      <p role="status" className={styles.stage}>
        <Inline text={stage ?? ""} />
      </p>
    </div>
  );
}

/** Milliseconds since it appeared; measured, so that a sleeping tab catches up. */
function useElapsed(): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(
      () => setElapsed(performance.now() - begun),
      TICK_MS,
    );
    return () => clearInterval(timer);
  }, []);
  return elapsed;
}
