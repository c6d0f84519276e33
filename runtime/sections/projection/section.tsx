import type { SectionProps } from "../../../generated/names.ts";
import { useText } from "../../hooks/use-text.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../block.tsx";
import { useDayFromNow } from "../day.ts";
import styles from "./section.module.css";

const RISING = "M 14 150 C 110 146 150 112 190 84 S 270 34 326 30";
const FALLING = "M 14 30 C 110 34 150 68 190 96 S 270 146 326 150";

export function Section({
  heading,
  from,
  to,
  days,
  rises,
  note,
}: SectionProps["projection"]) {
  const text = useText();
  const goal = useDayFromNow(days);
  const line = rises ? RISING : FALLING;
  const [startY, endY] = rises ? [150, 30] : [30, 150];
  return (
    <Block section="projection" heading={heading} as="card">
      <figure>
        <div className={styles.plot} data-rises={rises}>
          <svg
            viewBox="0 0 340 180"
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
                y2="172"
              />
            ))}
            <path className={styles.area} d={`${line} V 172 H 14 Z`} />
            <path className={styles.line} d={line} pathLength={100} />
            <circle className={styles.start} cx="14" cy={startY} r="7" />
            <circle className={styles.end} cx="326" cy={endY} r="9" />
          </svg>
          <span className={styles.from} aria-hidden="true">
            <Inline text={from} />
          </span>
          <span className={styles.to} aria-hidden="true">
            <Inline text={to} />
          </span>
        </div>
        <div className={styles.dates} aria-hidden="true">
          <span>Today</span>
          <span>{goal.label}</span>
        </div>
        <figcaption className={styles.note}>
          <Inline text={note} />
        </figcaption>
      </figure>
    </Block>
  );
}
