import type { SectionProps } from "../../../generated/names.ts";
import { useDeadline } from "../../hooks/use-deadline.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import { clock } from "./clock.ts";
import styles from "./section.module.css";

export function Section({ minutes, text, ended }: SectionProps["countdown"]) {
  const deadline = useDeadline(minutes);
  return (
    <Block section="countdown" className={styles.countdown}>
      {/* The digits stay outside of the live region: only the end is worth a word. */}
      <p role="status">
        <Inline text={deadline.ended ? ended : text} />
      </p>
      {deadline.ended ? null : (
        <span className={styles.clock} role="timer" data-countdown>
          {deadline.secondsLeft === null
            ? "--:--"
            : clock(deadline.secondsLeft)}
        </span>
      )}
    </Block>
  );
}
