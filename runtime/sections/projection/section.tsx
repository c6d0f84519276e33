import type { ReactNode } from "react";
import type { Text } from "../../../generated/contract.ts";
import type { SectionProps } from "../../../generated/names.ts";
import { useText } from "../../hooks/use-text.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import { useDayFromNow } from "../use-day-from-now.ts";
import surface from "../../ui/surface.module.css";
import styles from "./section.module.css";

const RISING = "M 14 136 C 110 132 150 100 190 74 S 270 26 326 22";
const FALLING = "M 14 22 C 110 26 150 58 190 84 S 270 132 326 136";

export function Section(props: SectionProps["projection"]) {
  const { heading, from, to, days, rises, note } = props;
  const text = useText();
  const goal = useDayFromNow(days);
  const line = rises ? RISING : FALLING;
  const [startY, endY] = rises ? [136, 22] : [22, 136];
  return (
    <Block section="projection" heading={heading} as="card">
      <figure>
        <svg
          className={styles.plot}
          viewBox="0 0 340 168"
          role="img"
          aria-label={`A line from “${text(from)}” today to “${text(to)}” ${goal.phrase}.`}
        >
          {[14, 92, 170, 248, 326].map((x) => (
            <line
              key={x}
              className={styles.week}
              x1={x}
              y1="8"
              x2={x}
              y2="166"
            />
          ))}
          <path className={styles.area} d={`${line} V 166 H 14 Z`} />
          <path className={styles.line} d={line} pathLength={100} />
          <circle className={styles.start} cx="14" cy={startY} r="7" />
          <circle className={styles.end} cx="326" cy={endY} r="9" />
        </svg>
        <div className={styles.ends} aria-hidden="true">
          <End when="Today" what={from} />
          <End when={goal.label} what={to} />
        </div>
        <figcaption className={`${surface.small} ${styles.note}`}>
          <Inline text={note} />
        </figcaption>
      </figure>
    </Block>
  );
}

function End({ when, what }: { when: ReactNode; what: Text }) {
  return (
    <p>
      <span className={surface.small}>{when}</span>
      <strong>
        <Inline text={what} />
      </strong>
    </p>
  );
}
