import type { SectionProps } from "../../../generated/names.ts";
import { useScore } from "../../hooks/use-score.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import { percent } from "../percent.ts";
import styles from "./section.module.css";

type Item = SectionProps["bars"]["items"][number];

export function Section({ heading, items }: SectionProps["bars"]) {
  return (
    <Block section="bars" heading={heading} as="card">
      <ul className={styles.list}>
        {items.map((item, i) => (
          <Bar key={i} item={item} />
        ))}
      </ul>
    </Block>
  );
}

/** The words and the figure are the text alternative, so the drawing itself is silent. */
function Bar({ item }: { item: Item }) {
  const score = useScore(item.score);
  const share = percent(score);
  return (
    <li>
      <p className={styles.words}>
        <span>
          <Inline text={item.label} />
        </span>
        <span className={styles.band}>
          <Inline text={score.band.label} />
        </span>
        <strong className={styles.figure}>
          {score.value}
          <span className={styles.most}> of {score.max}</span>
        </strong>
      </p>
      <svg
        className={styles.bar}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line className={styles.track} x1="0" y1="2" x2="100" y2="2" />
        <line
          className={styles.value}
          x1="0"
          y1="2"
          x2="100"
          y2="2"
          pathLength={100}
          strokeDasharray={`${share} 200`}
        />
      </svg>
    </li>
  );
}
