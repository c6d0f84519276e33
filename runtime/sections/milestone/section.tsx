import type { SectionProps } from "../../../generated/names.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import { useDayFromNow } from "../use-day-from-now.ts";
import styles from "./section.module.css";

export function Section({ days, text }: SectionProps["milestone"]) {
  const goal = useDayFromNow(days);
  return (
    <Block section="milestone" as="card" className={styles.milestone}>
      <svg className={styles.flag} viewBox="0 0 32 32" aria-hidden="true">
        <path d="M9 29V4" />
        <path d="M9 5h16l-4.5 5.5L25 16H9z" />
      </svg>
      <p>
        <strong className={styles.date}>{goal.phrase}:</strong>{" "}
        <Inline text={text} />
      </p>
    </Block>
  );
}
