import { type ScoreResult, scoreOf } from "../core/score.ts";
import { answersAtom } from "../state/journey.ts";
import { useAtomValue } from "./use-atom-value.ts";
import { useFunnel } from "./use-page.ts";

/** Several scores at once, in the order asked for. */
export function useScores(ids: readonly string[]): readonly ScoreResult[] {
  const funnel = useFunnel();
  const answers = useAtomValue(answersAtom);
  return ids.map((id) => scoreOf({ funnel, answers }, id));
}
