import type { SectionProps } from "../../../generated/names.ts";
import { useScore } from "../../hooks/use-score.ts";
import { useText } from "../../hooks/use-text.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import { percent } from "../percent.ts";
import styles from "./section.module.css";

const ARC = "M 16 104 A 84 84 0 0 1 184 104";

export function Section({ heading, score, low, high }: SectionProps["gauge"]) {
  const plain = useText();
  const result = useScore(score);
  const share = percent(result);
  const title = plain(heading ?? result.label);
  return (
    <Block
      section="gauge"
      heading={heading ?? result.label}
      as="card"
      className={styles.gauge}
    >
      <div className={styles.meter}>
        <svg
          className={styles.dial}
          viewBox="0 0 200 112"
          role="img"
          aria-label={`${title}: ${plain(result.band.label)}, ${share} on a scale from 0, ${plain(low)}, to 100, ${plain(high)}.`}
        >
          <path className={styles.track} d={ARC} pathLength={100} />
          <path
            className={styles.value}
            d={ARC}
            pathLength={100}
            strokeDasharray={`${share} 200`}
          />
          <text className={styles.figure} x="100" y="92">
            {share}
          </text>
        </svg>
        <div className={styles.ends} aria-hidden="true">
          <span>
            <Inline text={low} />
          </span>
          <span>
            <Inline text={high} />
          </span>
        </div>
      </div>
      <p className={styles.band}>
        <Inline text={result.band.label} />
      </p>
      {result.band.text === null ? null : (
        <p className={styles.text}>
          <Inline text={result.band.text} />
        </p>
      )}
    </Block>
  );
}
