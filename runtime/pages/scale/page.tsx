import type { PageProps } from "../../../generated/names.ts";
import { Ask, useAskIds } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice, choicesClass } from "../../ui/choice.tsx";
import { Ends } from "../../ui/ends.tsx";
import { useNumberKeys } from "../../ui/number-keys.ts";
import { Screen } from "../../ui/screen.tsx";
import { ActionBelow } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import { useTapAnswer } from "../use-tap-answer.ts";
import styles from "./page.module.css";

export function Page(props: PageProps["scale"]) {
  const { ask, help, statement, from, to, low, high } = props;
  const ids = useAskIds();
  const { chosen, standing, group, pick, onClick, onContinue } =
    useTapAnswer(Number);
  const marks = Array.from(
    { length: to - from + 1 },
    (_, index) => from + index,
  );
  // Of 10, the first digit would answer.
  const haveKeys = marks.every((mark) => mark < 10);
  useNumberKeys((digit) => {
    if (haveKeys && marks.includes(digit)) pick(String(digit));
  });
  return (
    <Screen
      head={<Ask ask={ask} help={help} />}
      action={
        standing ? (
          <ActionBelow>
            <Button action="continue" onClick={onContinue}>
              Continue
            </Button>
          </ActionBelow>
        ) : null
      }
    >
      {statement === undefined ? null : (
        <blockquote className={styles.statement}>
          <Inline text={statement} />
        </blockquote>
      )}
      <fieldset
        {...group}
        data-question={ids.name}
        data-answer
        aria-labelledby={ids.ask}
        aria-describedby={help === undefined ? undefined : ids.help}
      >
        <div className={choicesClass("numbers")}>
          {marks.map((mark) => (
            <Choice
              key={mark}
              type="radio"
              name={ids.name}
              option={{ value: String(mark), label: String(mark) }}
              describedBy={end(mark, props, ids.name)}
              checked={chosen === String(mark)}
              onClick={onClick}
            />
          ))}
        </div>
        <Ends low={low} high={high} id={ids.name} />
      </fieldset>
    </Screen>
  );
}

/** The ends are read out with the numbers that they belong to. */
function end(mark: number, { from, to }: PageProps["scale"], name: string) {
  if (mark === from) return `${name}-low`;
  return mark === to ? `${name}-high` : undefined;
}
