import type { Text } from "../../generated/contract.ts";
import type { ScoreResult } from "../core/score.ts";
import { Inline } from "../ui/text.tsx";
import { percent } from "./percent.ts";
import styles from "./scale.module.css";

/** A score on its own scale: from its least to its most points, with the middle marked. */
export function Scale({
  result,
  low,
  high,
}: {
  result: ScoreResult;
  low: Text;
  high: Text;
}) {
  const { value, min, max } = result;
  const share = percent(result);
  return (
    <div>
      <p className={styles.points}>
        <b>{value}</b> of {max} points
      </p>
      <svg className={styles.line} viewBox="0 0 100 6" aria-hidden="true">
        <path className={styles.track} d="M2 3H98M2 1V5M50 1V5M98 1V5" />
        <path className={styles.value} d={`M2 3H${2 + share * 0.96}`} />
        <circle className={styles.dot} cx={2 + share * 0.96} cy="3" r="2" />
      </svg>
      <p className={styles.ends}>
        <span>
          {min} · <Inline text={low} />
        </span>
        <span>
          {max} · <Inline text={high} />
        </span>
      </p>
    </div>
  );
}
