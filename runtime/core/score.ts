import type { Band, Funnel, Score, Text } from "../../generated/contract.ts";
import { type Answer, answerOf, type Answers } from "./answers.ts";
import { own } from "./read.ts";

/** What conditions, scores and the flow are computed from. */
export interface Facts {
  readonly funnel: Funnel;
  readonly answers: Answers;
}

export interface ScoreResult {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly band: Band;
  readonly label: Text;
}

/** A score of the funnel on the answers so far, within its bounds; an unknown id is a bug and throws. */
export function scoreOf({ funnel, answers }: Facts, id: string): ScoreResult {
  const score = funnel.scores.find((candidate) => candidate.id === id);
  if (score === undefined) throw new Error(`no score is called ${id}`);
  const { min, max, label } = score;
  const value = Math.min(max, Math.max(min, sumOf(score, answers)));
  return { value, min, max, label, band: bandOf(score, value) };
}

/**
 * The points of the answers so far, less than the score's `min` until all are given. Without what adding up tenths
 * leaves behind: a condition on `atMost: 0.3` holds for 0.1 and 0.2.
 */
export function sumOf({ items }: Score, answers: Answers): number {
  const sum = Object.entries(items).reduce((before, [stepId, points]) => {
    const answer = answerOf(answers, stepId);
    return answer === null ? before : before + pointsOf(points, answer);
  }, 0);
  return Math.round(sum * 1e6) / 1e6;
}

function pointsOf(points: Score["items"][string], answer: Answer): number {
  if (points === "value") return typeof answer === "number" ? answer : 0;
  const values = typeof answer === "object" ? answer : [String(answer)];
  return values.reduce((sum, value) => sum + (own(points, value) ?? 0), 0);
}

function bandOf({ id, bands }: Score, value: number): Band {
  const band =
    bands.find(({ upTo }) => upTo === null || value <= upTo) ?? bands.at(-1);
  if (band === undefined) throw new Error(`score ${id} has no band`);
  return band;
}
