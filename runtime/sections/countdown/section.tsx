import {
  type ReactNode,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { SectionProps } from "../../../generated/names.ts";
import { useDeadline } from "../../hooks/use-deadline.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import { clock } from "./clock.ts";
import styles from "./section.module.css";

/** The visitor is told that the end comes near while there is time to ask for more; seconds. */
const SOON_S = 120;

const FAILED = "The time could not be added just now. Please try again.";

export function Section(section: SectionProps["countdown"]) {
  const { secondsLeft, ended, extend } = useDeadline(section.minutes);
  const [asked, setAsked] = useState<"pending" | "added" | "failed" | null>(
    null,
  );
  const name = useId();
  const words = useRef<HTMLParagraphElement>(null);
  const ask = async () => {
    if (extend === null) return;
    setAsked("pending");
    setAsked((await extend()) ? "added" : "failed");
  };
  const isSoon =
    extend !== null && secondsLeft !== null && secondsLeft <= SOON_S;
  const news = {
    failed: FAILED,
    added: isSoon ? section.soon : section.added,
    pending: null,
    none: isSoon ? section.soon : null,
  }[asked ?? "none"];
  return (
    <Block section="countdown" className={styles.countdown}>
      {/* The digits stay outside of the live region: what happens to the clock is worth a word, a second is not. */}
      <p ref={words} role="status" tabIndex={-1}>
        <span id={name}>
          <Inline text={ended ? section.ended : section.text} />
        </span>
        {ended || news === null ? null : (
          <span className={styles.news}>
            {" "}
            <Inline text={news} />
          </span>
        )}
      </p>
      {ended ? null : (
        <span
          className={styles.clock}
          role="timer"
          aria-labelledby={name}
          data-countdown
        >
          {secondsLeft === null ? "--:--" : clock(secondsLeft)}
        </span>
      )}
      {ended || extend === null ? null : (
        <More
          pending={asked === "pending"}
          onAsk={() => void ask()}
          onGone={() => words.current?.focus()}
        >
          <Inline text={section.more} />
        </More>
      )}
    </Block>
  );
}

function More(props: {
  pending: boolean;
  onAsk: () => void;
  /** It goes away with the focus in it. */
  onGone: () => void;
  children: ReactNode;
}) {
  const { pending, onAsk, onGone, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  const leave = useEffectEvent(onGone);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own === document.activeElement) leave();
    };
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className={styles.more}
      aria-busy={pending || undefined}
      onClick={pending ? undefined : onAsk}
    >
      {children}
    </button>
  );
}
