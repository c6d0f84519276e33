import { type ScoreResult, scoreOf } from "../core/score.ts";
import { answersAtom } from "../state/journey.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useFunnel } from "./use-page.ts";

/** A score of the funnel with its bounds and the band it falls in. */
export function useScore(id: string): ScoreResult {
  const funnel = useFunnel();
  const answers = useAtomValue(answersAtom);
  return scoreOf({ funnel, answers }, id);
}
