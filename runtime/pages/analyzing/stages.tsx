import type { Text } from "../../../generated/contract.ts";
import { Mark } from "../../sections/mark.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./stages.module.css";

/** What is being done, in order; each with a bar of its own. */
export function Stages({
  stages,
  fills,
}: {
  stages: readonly Text[];
  fills: readonly number[];
}) {
  return (
    <ol className={styles.stages}>
      {stages.map((stage, i) => {
        const percent = Math.round((fills[i] ?? 0) * 100);
        return (
          <li
            key={i}
            data-state={
              percent === 0 ? "waiting" : percent < 100 ? "running" : "done"
            }
          >
            <span className={styles.words}>
              <Inline text={stage} />
            </span>
            <span className={styles.sign}>
              {percent === 100 ? <Mark sign="check" /> : null}
            </span>
            <progress
              className={styles.bar}
              value={percent}
              max={100}
              aria-hidden="true"
            />
          </li>
        );
      })}
    </ol>
  );
}
