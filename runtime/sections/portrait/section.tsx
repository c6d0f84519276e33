import { useRef } from "react";
import type { SectionProps } from "../../../generated/names.ts";
import { useScore } from "../../hooks/use-score.ts";
import { useScores } from "../../hooks/use-scores.ts";
import { Block } from "../../ui/block.tsx";
import { Inline } from "../../ui/text.tsx";
import { percent } from "../percent.ts";
import { Scale } from "../scale.tsx";
import surface from "../../ui/surface.module.css";
import { drawings } from "./drawings.tsx";
import { Save } from "./save.tsx";
import styles from "./section.module.css";

type Item = SectionProps["portrait"]["items"][number];

/** The drawing tells nothing that is not below it in words and points, so it is silent. */
export function Section(props: SectionProps["portrait"]) {
  const { heading, as, items, middle, save } = props;
  const scores = useScores(items.map(({ score }) => score));
  const draw = drawings[as];
  const drawing = useRef<SVGSVGElement>(null);
  return (
    <Block section="portrait" heading={heading} as="card">
      <svg
        ref={drawing}
        className={styles.drawing}
        viewBox="0 0 360 220"
        aria-hidden="true"
      >
        {draw(scores.map((score) => percent(score) / 100))}
      </svg>
      {save === undefined ? null : <Save label={save} drawing={drawing} />}
      <dl className={styles.parts}>
        {items.map((item) => (
          <Part key={item.score} item={item} />
        ))}
      </dl>
      <p className={`${surface.small} ${styles.middle}`}>
        <Inline text={middle} />
      </p>
    </Block>
  );
}

function Part({ item }: { item: Item }) {
  const { label, score, low, high } = item;
  const result = useScore(score);
  const { band } = result;
  return (
    <div>
      <dt className={styles.label}>
        <span>
          <Inline text={label ?? result.label} />
        </span>
        <strong>
          <Inline text={band.label} />
        </strong>
      </dt>
      <dd>
        <Scale result={result} low={low} high={high} />
        {band.text === null ? null : (
          <p className={styles.text}>
            <Inline text={band.text} />
          </p>
        )}
      </dd>
    </div>
  );
}
