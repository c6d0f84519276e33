import type { SectionProps } from "../../../generated/names.ts";
import { useScore } from "../../hooks/use-score.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import { Scale } from "../scale.tsx";
import styles from "./section.module.css";

export function Section({ heading, score, low, high }: SectionProps["gauge"]) {
  const result = useScore(score);
  return (
    <Block
      section="gauge"
      heading={heading ?? result.label}
      as="card"
      className={styles.gauge}
    >
      <p className={styles.band}>
        <Inline text={result.band.label} />
      </p>
      <Scale result={result} low={low} high={high} />
      {result.band.text === null ? null : (
        <p className={styles.text}>
          <Inline text={result.band.text} />
        </p>
      )}
    </Block>
  );
}
