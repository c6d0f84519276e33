import type { SectionProps } from "../../../generated/names.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import styles from "./section.module.css";

export function Section({ heading, text, days }: SectionProps["guarantee"]) {
  return (
    <Block
      section="guarantee"
      as="card"
      heading={heading}
      className={styles.guarantee}
    >
      <svg className={styles.seal} viewBox="0 0 96 96" aria-hidden="true">
        <circle cx="48" cy="48" r="45" />
        <circle cx="48" cy="48" r="38" />
        <text className={styles.days} x="48" y="52">
          {days}
        </text>
        <text className={styles.unit} x="48" y="69">
          {days === 1 ? "day" : "days"}
        </text>
      </svg>
      <p>
        <Inline text={text} />
      </p>
    </Block>
  );
}
