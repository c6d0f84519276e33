import { NONE } from "../core/answers.ts";
import type { SeveralAnswers } from "../../generated/render-contract.ts";

/** What is ticked in a question with several answers, in the order of the page. */
export function ticked(root: ParentNode): readonly string[] {
  return boxesIn(root)
    .filter(({ checked }) => checked)
    .map(({ value }) => value);
}

export function isEnough(
  picks: readonly string[],
  { least }: SeveralAnswers,
): boolean {
  return picks.includes(NONE) || picks.length >= least;
}

/** Keeps "none of these" apart from the others; false where this one is more than may be ticked, and was taken back. */
export function settle(
  root: ParentNode,
  last: HTMLInputElement,
  { most }: SeveralAnswers,
): boolean {
  if (!last.checked) return true;
  for (const box of boxesIn(root))
    if ((box.value === NONE) !== (last.value === NONE)) box.checked = false;
  last.checked = most === null || ticked(root).length <= most;
  return last.checked;
}

/** Shows on the button what is ticked. By attributes alone: React finds the elements and words that it has rendered. */
export function showTicked(root: ParentNode, several: SeveralAnswers): void {
  const picks = ticked(root);
  const button = root.querySelector("[data-action=continue]");
  const [words, why] = button?.children ?? [];
  const count = words?.querySelector<HTMLElement>("[data-count]");
  if (!button || !words || !count) return;
  const waits = !isEnough(picks, several);
  if (waits) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
  words.toggleAttribute("hidden", waits);
  if (several.least > 0) why?.toggleAttribute("hidden", !waits);
  const chosen = picks.includes(NONE) ? 0 : picks.length;
  count.dataset["count"] = String(chosen);
  count.hidden = chosen === 0;
}

/** Ticks what was answered before. */
export function tickAgain(root: ParentNode, answer: unknown): void {
  for (const box of boxesIn(root))
    box.checked = Array.isArray(answer) && answer.includes(box.value);
}

function boxesIn(root: ParentNode): readonly HTMLInputElement[] {
  return [...root.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
}
