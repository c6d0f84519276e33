import { type KeyboardEvent, useRef } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { useAnswer } from "../../hooks/use-answer.ts";
import { draftsOf, useDraft } from "../../hooks/use-draft.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { unitOf } from "../../core/unit.ts";
import { useText } from "../../hooks/use-text.ts";
import { Ask, useAskIds } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { useDoneBefore } from "../../ui/done-before.ts";
import { Ends } from "../../ui/ends.tsx";
import { Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./page.module.css";

const drafts = draftsOf<number>();

export function Page(props: PageProps["slider"]) {
  const { ask, help, min, max, unit, singular, low, high, button } = props;
  const ids = useAskIds();
  const text = useText();
  const { go } = useFlow<"slider">();
  const { answer } = useAnswer();
  const goOn = (value: number) => {
    answer(value);
    go("next");
  };
  const { value, shown, track, input, send } = useSlider(props, goOn);
  const said =
    unit === undefined ? "" : text(unitOf(value ?? shown, { unit, singular }));
  return (
    <Screen
      head={<Ask ask={ask} help={help} />}
      action={
        <StickyAction>
          <Button
            action="continue"
            why={value === null ? "Move the slider to answer" : null}
            onClick={() => {
              if (value !== null) send(value);
            }}
          >
            <Inline text={button} />
          </Button>
        </StickyAction>
      }
    >
      <div
        ref={track}
        data-question={ids.name}
        data-answer
        className={
          value === null ? `${styles.slider} ${styles.open}` : styles.slider
        }
      >
        <div className={styles.value} aria-hidden="true">
          <span className={max < 10 ? undefined : styles.tens}>
            {value ?? "?"}
          </span>
          {said === "" ? null : <small className={styles.unit}>{said}</small>}
        </div>
        <div className={styles.track}>
          <progress
            className={styles.fill}
            value={value === null ? 0 : value - min}
            max={max - min}
            aria-hidden="true"
          />
          <input
            {...input}
            id={ids.name}
            className={styles.input}
            type="range"
            min={min}
            max={max}
            step={props.step}
            value={shown}
            aria-labelledby={ids.ask}
            aria-describedby={[
              ...(help === undefined ? [] : [ids.help]),
              `${ids.name}-low`,
              `${ids.name}-high`,
            ].join(" ")}
            aria-valuetext={
              value === null ? "No answer yet" : `${value} ${said}`.trim()
            }
          />
        </div>
        <Ends low={low} high={high} id={ids.name} />
      </div>
    </Screen>
  );
}

/**
 * The thumb rests in the middle, which is no answer until the visitor says so: by moving it, or by a tap or key on it.
 * Enter on an answer that stands sends it, as in a field.
 */
function useSlider(
  { min, max, step }: PageProps["slider"],
  onSend: (value: number) => void,
) {
  const { value: stored } = useAnswer();
  const [draft, setDraft] = useDraft(drafts);
  const track = useRef<HTMLDivElement>(null);
  const middle = rounded(
    min + Math.round((max - min) / 2 / step) * step,
    Math.max(decimals(min), decimals(step)),
  );
  const value = draft ?? (typeof stored === "number" ? stored : null);
  const shown = value ?? middle;

  useDoneBefore(track, (root) => {
    const moved = root.querySelector("input")?.valueAsNumber ?? middle;
    if (moved !== middle) setDraft(moved);
  });
  const send = (sent: number) => {
    // From now on the stored answer stands.
    setDraft(null);
    onSend(sent);
  };
  const take = (event: { currentTarget: HTMLInputElement }) =>
    setDraft(event.currentTarget.valueAsNumber);
  return {
    value,
    shown,
    track,
    send,
    input: {
      onChange: take,
      onClick: take,
      onKeyDown(event: KeyboardEvent) {
        if (event.repeat) return;
        if (event.key === "Enter" && value !== null) send(value);
        else if (event.key === "Enter" || event.key === " ") setDraft(shown);
      },
    },
  };
}

/** A sum of fractions is off by a hair: 3 * 0.1 is 0.30000000000000004. */
function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}

function decimals(value: number): number {
  return String(value).split(".")[1]?.length ?? 0;
}
