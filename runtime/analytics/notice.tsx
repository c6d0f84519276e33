import { useRef } from "react";
import styles from "./notice.module.css";
import { useGivenBackFocus } from "./use-given-back-focus.ts";
import { useReservedHeight } from "./use-reserved-height.ts";

interface NoticeProps {
  /** Nothing runs before the answer; otherwise the visitor is told. */
  readonly asked: boolean;
  readonly onChoose: (yes: boolean) => void;
  readonly onOpen: () => void;
}

/** Asks about third parties, or tells of them, in one line; yes and no weigh the same. */
export function Notice({ asked, onChoose, onOpen }: NoticeProps) {
  const box = useRef<HTMLElement>(null);
  useReservedHeight(box);
  useGivenBackFocus(box);
  return (
    <aside ref={box} className={styles.notice} aria-label="Privacy" data-notice>
      <p className={styles.words}>
        {asked
          ? "May others measure your visit for us?"
          : "Others measure your visit for us. All right?"}{" "}
        <button
          type="button"
          className={styles.more}
          data-consent="open"
          onClick={onOpen}
        >
          Details
        </button>
      </p>
      <button
        type="button"
        className={styles.choice}
        data-consent="decline"
        onClick={() => onChoose(false)}
      >
        No
      </button>
      <button
        type="button"
        className={styles.choice}
        data-consent="accept"
        onClick={() => onChoose(true)}
      >
        Yes
      </button>
    </aside>
  );
}
