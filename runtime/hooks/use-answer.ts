import { useSetAtom } from "jotai";
import { useCallback, useState } from "react";
import { type Answer, answerOf } from "../core/answers.ts";
import { labelOfAnswer } from "../core/answer-label.ts";
import { answerAtom, answersAtom, givenAnswersAtom } from "../state/journey.ts";
import { arrivalsAtom } from "../state/visit.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useFunnel, useStep } from "./use-page.ts";
import { useText } from "./use-text.ts";

export interface AnswerHandle {
  readonly value: Answer | null;
  /** Stores the answer before it returns, so that a navigation may follow at once. */
  answer(value: Answer): void;
  /** The step had an answer when it was entered (Back, reload): no self-advance. */
  readonly arrivedAnswered: boolean;
}

/** The answer of the step on screen. */
export function useAnswer(): AnswerHandle {
  const step = useStep();
  const value = answerOf(useAtomValue(givenAnswersAtom), step.id);
  const store = useSetAtom(answerAtom);
  const answer = useCallback(
    (next: Answer) => store(step, next),
    [store, step],
  );
  return {
    value,
    answer,
    arrivedAnswered: useArrival(step.id, value !== null),
  };
}

/** An answer in the visitor's words: the labels of the chosen options, or the value with its unit; null: none. */
export function useAnswerLabel(stepId: string): string | null {
  const answer = answerOf(useAtomValue(answersAtom), stepId);
  const funnel = useFunnel();
  const text = useText();
  const step = funnel.steps.find((candidate) => candidate.id === stepId);
  return labelOfAnswer(step, answer, text);
}

/** Remembers, each time that a step is entered, whether it was answered on arrival. */
function useArrival(stepId: string, answered: boolean): boolean {
  const key = `${stepId} ${useAtomValue(arrivalsAtom)}`;
  const [arrival, setArrival] = useState({ key, answered });
  if (arrival.key === key) return arrival.answered;
  setArrival({ key, answered });
  return answered;
}
