import { useState } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { useAnswer } from "../../hooks/use-answer.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useQuestion } from "../../hooks/use-question.ts";
import { useText } from "../../hooks/use-text.ts";
import { Ask, useAskIds } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, FieldError } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import {
  fault,
  isPlausible,
  type Measure,
  measureOf,
  spoken,
} from "./measure.ts";
import styles from "./page.module.css";
import { useTypedMeasure } from "./typed-measure.ts";
import { UnitSwitch } from "./unit-switch.tsx";

export function Page(props: PageProps["number"]) {
  const { ask, help, button } = props;
  const ids = useAskIds();
  const { go } = useFlow<"number">();
  const { answer, value } = useAnswer();
  const measure = useMeasure(props);
  const typed = useTypedMeasure(measure);
  const { box, system, choose, notation, texts, reading, type } = typed;
  const [error, setError] = useState<string | null>(null);
  const doubt = useDoubt(value, props.plausible);
  const named = doubt.about === null ? null : spoken(notation, doubt.about);
  const forget = () => {
    setError(null);
    doubt.forget();
  };
  const submit = () => {
    const wrong = fault(reading, measure, notation);
    setError(wrong);
    if (wrong !== null || reading.kind !== "value") return;
    if (!doubt.takes(reading.stored)) return;
    answer(reading.stored);
    typed.forget();
    go("next");
  };
  return (
    <Form onSubmit={submit}>
      <Screen
        head={<Ask ask={ask} help={help} />}
        action={
          <StickyAction>
            <Button type="submit" action="continue">
              {named === null ? <Inline text={button} /> : own(`Yes, ${named}`)}
            </Button>
          </StickyAction>
        }
      >
        {props.measure === "number" ? null : (
          <UnitSwitch
            name={`${ids.name}-unit`}
            labels={measure.switch}
            system={system}
            onChoose={(chosen) => {
              forget();
              choose(chosen);
            }}
          />
        )}
        <div
          ref={box}
          className={styles.fields}
          data-question={ids.name}
          data-answer
        >
          {notation.parts.map((part, index) => (
            <Field
              key={part.unit}
              id={`${ids.name}-${index}`}
              labelledBy={`${ids.ask} ${ids.name}-${index}-unit`}
              aria-describedby={help === undefined ? undefined : ids.help}
              fault={{ id: `${ids.name}-fault`, shown: error !== null }}
              type="text"
              inputMode={part.mode}
              autoComplete="off"
              enterKeyHint="next"
              maxLength={12}
              unit={<Unit id={`${ids.name}-${index}-unit`} {...part} />}
              value={texts[index] ?? ""}
              onChange={(event) => {
                forget();
                type(index, event.currentTarget.value);
              }}
            />
          ))}
        </div>
        <FieldError id={`${ids.name}-fault`}>{error}</FieldError>
        <Doubt about={named} />
      </Screen>
    </Form>
  );
}

/** A number that hardly anybody means is asked about; sent once more by whoever has read that, it is taken. */
function useDoubt(
  stored: unknown,
  plausible: PageProps["number"]["plausible"],
) {
  const [about, setAbout] = useState<number | null>(null);
  const question = useQuestion();
  return {
    about,
    forget: () => setAbout(null),
    takes: (typed: number): boolean => {
      if (typed === about) return question.isAnswered();
      if (typed === stored || isPlausible(typed, plausible)) return true;
      question.ask();
      setAbout(typed);
      return false;
    },
  };
}

function Doubt({ about }: { readonly about: string | null }) {
  return (
    <p role="status">
      {about && own(`${about}: is that right? If not, change it.`)}
    </p>
  );
}

function useMeasure(props: PageProps["number"]): Measure {
  const text = useText();
  const [unit, singular] = [props.unit, props.singular].map(
    (words) => words && text(words),
  );
  return measureOf(props, unit, singular);
}

/** Words that repeat the visitor's number. */
function own(words: string) {
  return <span data-personal="">{words}</span>;
}

/** Seen as it is written, heard as it is spoken. */
function Unit({
  id,
  unit,
  label,
}: {
  id: string;
  unit: string;
  label: string;
}) {
  if (unit === label) return <span id={id}>{unit}</span>;
  return (
    <span id={id}>
      <span aria-hidden="true">{unit}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
