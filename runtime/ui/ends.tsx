import type { Text } from "../../generated/contract.ts";
import styles from "./ends.module.css";
import { Inline } from "./text.tsx";

/** What both ends of a row of numbers or of a track mean. */
export function Ends({ low, high, id }: { low: Text; high: Text; id: string }) {
  return (
    <div className={styles.ends}>
      <span id={`${id}-low`}>
        <Inline text={low} />
      </span>
      <span id={`${id}-high`}>
        <Inline text={high} />
      </span>
    </div>
  );
}
