import { useEffect } from "react";
import type { Funnel, Step } from "../../generated/contract.ts";
import type { PageId } from "../../generated/names.ts";
import { stepById } from "../core/flow.ts";
import { logError } from "../core/log.ts";
import { whenIdle } from "../core/when-idle.ts";
import { usePage } from "../hooks/use-page.ts";
import { pages } from "../pages/registry.ts";

/** How many steps ahead components are fetched behind the questions, where each page has one of its own. */
const STEPS_AHEAD = 3;
const QUESTION = "{question}";

/** Fetches, when idle, the components of the next steps on every way from here: no tap waits for a script. */
export function usePagesAhead(): void {
  const { funnel, step } = usePage();
  useEffect(
    () => whenIdle(() => void loadAll(pagesAhead(funnel, step))),
    [funnel, step],
  );
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
  const found = new Set(questions.map(({ page }) => page));
  let reached = [from];
  for (let hop = 0; hop < (isQuestion ? 1 : STEPS_AHEAD); hop += 1) {
    reached = reached.flatMap(({ edges }) =>
      edges.flatMap(({ to }) => stepById(funnel, to) ?? []),
    );
    for (const { page } of reached) found.add(page);
  }
  return found;
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
