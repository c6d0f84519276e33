/** One pulse, as short as a key of a phone's keyboard; milliseconds. */
const TICK_MS = 8;

/** Lets choices be felt where the brand wants that (`theme.layout.touch`) and the phone can. */
export function feelChoices(within: EventTarget = document): void {
  if (document.documentElement.dataset["touch"] !== "tick") return;
  if (!("vibrate" in navigator)) return;
  within.addEventListener("change", ({ target }) => {
    const isChoice =
      target instanceof Element && target.closest("[data-answer]") !== null;
    if (isChoice && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      navigator.vibrate(TICK_MS);
  });
}
