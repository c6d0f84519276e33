import { useEffect } from "react";
import type { Funnel, Step } from "../../generated/contract.ts";
import { stepById } from "../core/flow.ts";
import { logError } from "../core/log.ts";
import { whenIdle } from "../core/when-idle.ts";
import { usePage } from "../hooks/use-page.ts";
import { pages } from "../pages/registry.ts";
import { fetchPictures, picturesIn } from "./pictures-ahead.ts";

/** How many steps ahead pictures are fetched. */
const PICTURES_AHEAD = 2;

/** Fetches, when idle, what the steps from here on show: no tap waits for a script or a picture. */
export function useStepsAhead(): void {
  const { funnel, step } = usePage();
  useEffect(() => {
    let isLeft = false;
    const callOff = whenIdle(async () => {
      await loadPages(stepsAhead(funnel, step, funnel.steps.length));
      const next = stepsAhead(funnel, step, PICTURES_AHEAD);
      const pictures = next.flatMap((step) => picturesIn(step.props));
      if (!isLeft) await fetchPictures(pictures);
    });
    return () => {
      isLeft = true;
      callOff();
    };
  }, [funnel, step]);
}

/** The steps that can be reached in so many taps, the nearest first. */
function stepsAhead(funnel: Funnel, from: Step, taps: number): readonly Step[] {
  const found = new Set<Step>();
  let last: readonly Step[] = [from];
  for (let tap = 0; tap < taps && last.length > 0; tap += 1) {
    const next = last.flatMap(({ edges }) =>
      edges.flatMap(({ to }) => stepById(funnel, to) ?? []),
    );
    last = next.filter((step) => !found.has(step));
    for (const step of last) found.add(step);
  }
  return [...found];
}

/** The components of the steps' pages. What the first download does not have of them is in one file. */
async function loadPages(steps: readonly Step[]): Promise<void> {
  for (const page of new Set(steps.map((step) => step.page))) {
    try {
      await pages[page].load();
    } catch (error) {
      logError(`the page ${page} could not be fetched ahead`, error);
    }
  }
}
