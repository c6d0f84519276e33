import { useEffect } from "react";
import type { Funnel, Step } from "../../generated/contract.ts";
import type { PageId } from "../../generated/names.ts";
import { stepById } from "../core/flow.ts";
import { logError } from "../core/log.ts";
import { whenIdle } from "../core/when-idle.ts";
import { usePage } from "../hooks/use-page.ts";
import { pages } from "../pages/registry.ts";
import { fetchPictures, picturesIn } from "./pictures-ahead.ts";

/** How many steps ahead components are fetched behind the questions, where each page has one of its own. */
const PAGES_AHEAD = 3;
/** How many steps ahead pictures are. */
const PICTURES_AHEAD = 2;
const QUESTION = "{question}";

/** Fetches, when idle, what the next steps on every way from here show: no tap waits for a script or a picture. */
export function useStepsAhead(): void {
  const { funnel, step } = usePage();
  useEffect(() => {
    let isLeft = false;
    const callOff = whenIdle(async () => {
      await loadAll(pagesAhead(funnel, step));
      if (!isLeft) await fetchPictures(picturesAhead(funnel, step));
    });
    return () => {
      isLeft = true;
      callOff();
    };
  }, [funnel, step]);
}

/**
 * What the visitor will need soon, the nearest first. On a question that is every kind of question the funnel has, so
 * that nothing is fetched between two of them.
 */
function pagesAhead(funnel: Funnel, from: Step): ReadonlySet<PageId> {
  const isQuestion = from.pattern === QUESTION;
  const questions = isQuestion
    ? funnel.steps.filter(({ pattern }) => pattern === QUESTION)
    : [];
  const ahead = stepsAhead(funnel, from, isQuestion ? 1 : PAGES_AHEAD);
  return new Set([...questions, ...ahead].map(({ page }) => page));
}

function picturesAhead(funnel: Funnel, from: Step): ReadonlySet<string> {
  const ahead = stepsAhead(funnel, from, PICTURES_AHEAD);
  return new Set(ahead.flatMap(({ props }) => picturesIn(props)));
}

/** The steps that can be reached in so many taps, the nearest first. */
function stepsAhead(funnel: Funnel, from: Step, taps: number): readonly Step[] {
  const found = new Set<Step>();
  let reached: readonly Step[] = [from];
  for (let tap = 0; tap < taps; tap += 1) {
    reached = reached.flatMap(({ edges }) =>
      edges.flatMap(({ to }) => stepById(funnel, to) ?? []),
    );
    for (const step of reached) found.add(step);
  }
  return [...found];
}

async function loadAll(ids: Iterable<PageId>): Promise<void> {
  for (const id of ids) {
    try {
      await pages[id].load();
    } catch (error) {
      logError(`the page ${id} could not be fetched ahead`, error);
    }
  }
}
