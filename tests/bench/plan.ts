import type { Random } from "./random.ts";
import type { Topic } from "./words.ts";

export const SCORES = ["habit", "mood", "start"] as const;

/** What the texts of one generated funnel are made from. */
export interface Plan {
  readonly topic: Topic;
  readonly questions: number;
  readonly random: Random;
}
