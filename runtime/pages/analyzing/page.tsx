import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { PageProps } from "../../../generated/names.ts";
import { useDone } from "../../hooks/use-done.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useHydrated } from "../../hooks/use-hydrated.ts";
import { useLeft } from "../../hooks/use-left.ts";
import { useStep } from "../../hooks/use-page.ts";
import { focusHeadline } from "../../ui/focus-headline.ts";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import surface from "../../ui/surface.module.css";
import { pauseAt, stageFills, useStageClock } from "./clock.ts";
import { Art } from "./art.tsx";
import styles from "./page.module.css";
import { Question } from "./question.tsx";
import { Passages } from "./passages.tsx";
import { Stages } from "./stages.tsx";

/** How long the finished screen stays before it goes on by itself. */
export const LINGER_MS = 1_200;

const DONE = `${surface.aligned} ${styles.done}`;

export function Page(props: PageProps["analyzing"]) {
  const { go } = useFlow<"analyzing">();
  const { fills, question, state, held, hold, answer } = useAnalysis(props);
  const over = state !== "running";
  const current = Math.min(
    fills.filter((fill) => fill === 1).length,
    fills.length - 1,
  );
  const share = fills.reduce((sum, fill) => sum + fill, 0) / fills.length;
  return (
    <Screen
      head={
        <>
          <Heading>
            <Inline text={props.heading} />
          </Heading>
          <Art share={share} />
        </>
      }
      action={
        state === "waits" ? (
          <StickyAction>
            <Button action="continue" onClick={() => go("next")}>
              Continue
            </Button>
          </StickyAction>
        ) : (
          <div className={styles.onward}>
            {over ? null : <Pause held={held} hold={hold} />}
          </div>
        )
      }
    >
      <div className={styles.body}>
        <Stages stages={props.stages} fills={fills} />
        <p role="status" className={over ? DONE : "sr-only"}>
          <Inline text={over ? props.done : (props.stages[current] ?? "")} />
        </p>
        {props.passages === undefined ? null : (
          <Passages passages={props.passages} at={share} />
        )}
      </div>
      {question === null ? null : (
        <Question
          key={props.questions?.indexOf(question)}
          question={question}
          onAnswer={answer}
        />
      )}
    </Screen>
  );
}

/** Goes away at the end; the focus goes from there to the headline. */
function Pause({ held, hold }: Pick<Analysis, "held" | "hold">) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own === document.activeElement) focusHeadline();
    };
  }, []);
  return (
    <Button ref={button} look="text" onClick={() => hold(!held)}>
      {held ? "Go on" : "Pause"}
    </Button>
  );
}

interface Analysis {
  /** How full each stage is, 0 to 1. */
  readonly fills: readonly number[];
  /** What interrupts it. */
  readonly question:
    | NonNullable<PageProps["analyzing"]["questions"]>[number]
    | null;
  readonly state: "running" | "leaves" | "waits";
  /** The visitor has stopped it, until they let it go on. */
  readonly held: boolean;
  hold(this: void, held: boolean): void;
  answer(this: void): void;
}

/**
 * The clock with its pauses, which last as long as the visitor likes: what it takes by itself are its seconds. Once it
 * has run down it never runs again for this visitor.
 */
function useAnalysis({
  stages,
  seconds,
  questions = [],
}: PageProps["analyzing"]): Analysis {
  const { go } = useFlow<"analyzing">();
  const hydrated = useHydrated();
  const [done, markDone] = useDone(useStep().id);
  const [asked, setAsked] = useState(0);
  const totalMs = seconds * 1_000;
  const limit = pauseAt(asked, questions.length, totalMs);
  const [held, hold] = useState(false);
  const elapsed = useStageClock(hydrated && !done && !held, limit);
  const ended = elapsed >= totalMs;
  const over = done || ended;

  useEffect(() => {
    if (over) markDone();
  }, [over, markDone]);

  // Only the clock goes on by itself: whoever comes back finds it finished and leaves when they like.
  const onward = useEffectEvent(() => go("next"));
  useEffect(() => {
    if (!ended) return;
    const timer = setTimeout(onward, LINGER_MS);
    return () => clearTimeout(timer);
  }, [ended]);

  const [isBack, setBack] = useState(false);
  useLeft(() => setBack(ended));

  const paused = !over && elapsed >= limit;
  return {
    fills: stageFills(over ? totalMs : elapsed, totalMs, stages.length),
    question: paused ? (questions[asked] ?? null) : null,
    // A page whose visitor has seen it all leaves by itself: there is nothing to read.
    state: ended && !isBack ? "leaves" : over ? "waits" : "running",
    held,
    hold,
    answer: () => setAsked((before) => before + 1),
  };
}
