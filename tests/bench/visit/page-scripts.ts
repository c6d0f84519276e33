/**
 * Runs in the page, as text. The pause that shows what was picked, 300 ms, is left out for everybody, and with it the
 * time in which a step does not hear the second tap of a double tap, which ends with it; every tap is noted, and which
 * frame shows another headline; nothing else runs while something is measured.
 */
export const WATCH = `
  globalThis.taps = [];
  globalThis.questions = [];
  const wait = globalThis.setTimeout;
  const isPause = (task, ms) => ms === 300 || (ms < 300 && /\\.remove\\(\\)/.test(task));
  globalThis.setTimeout = (task, ms, ...rest) => wait(task, isPause(task, ms) ? 0 : ms, ...rest);
  let last = null;
  addEventListener("click", (event) => { if (event.isTrusted && event.detail > 0) taps.push(event.timeStamp); }, true);
  const look = () => {
    const headline = document.querySelector("h1")?.textContent ?? null;
    if (headline === null || headline === last) return;
    const isNext = last !== null;
    last = headline;
    // After the next frame's rendering the headline is on screen.
    if (isNext) requestAnimationFrame(() => wait(() => {
      questions.push(performance.now());
      console.debug("next question");
      watchPictures();
    }));
  };
  globalThis.pictures = [];
  const watchPictures = () => {
    const images = [...document.querySelectorAll("label img")];
    if (images.length === 0) return;
    const tap = taps.at(-1);
    const seen = () => {
      if (!images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)) return requestAnimationFrame(seen);
      pictures.push(performance.now() - tap);
    };
    seen();
  };
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length > 0) console.debug("first paint");
  }).observe({ type: "paint", buffered: true });
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
`;

/** What a visitor does next on the screen: where to tap, whether to type there, and whether that ends the step. */
export interface Doing {
  readonly x: number;
  readonly y: number;
  readonly types: boolean;
  readonly leaves: boolean;
}

/** An expression, as text: the `Doing` of the page as it is, in pixels of the window; null where nothing is left to do. */
export const NEXT = `(() => {
  const main = document.querySelector("main");
  const button = main?.querySelector("button[data-action=continue]");
  const radio = main?.querySelector("input[type=radio]");
  const boxes = [...(main?.querySelectorAll("input[type=checkbox]") ?? [])];
  const open = [...(main?.querySelectorAll("input[type=text], input[type=range]") ?? [])].find((field) => !field.dataset.seen);
  const at = (element, types, leaves) => {
    const target = element.closest("label") ?? element;
    // A slider is moved, to behind its middle. Below the middle, which is there also while the step rises into its place.
    const place = () => {
      const box = target.getBoundingClientRect();
      return { x: box.x + box.width * (element.type === "range" ? 0.7 : 0.5), y: box.y + box.height * 0.75 };
    };
    // Whoever sees what they want to tap does not scroll: whoever is in a hurry taps at the same place.
    const { x, y } = place();
    if (!target.contains(document.elementFromPoint(x, y))) target.scrollIntoView({ block: "nearest" });
    return { ...place(), types, leaves };
  };
  if (radio) return at(radio, false, true);
  if (boxes.length > 0 && boxes.every(({ checked }) => !checked)) return at(boxes[0], false, false);
  if (open) {
    open.dataset.seen = "yes";
    return at(open, open.type === "text", false);
  }
  return button ? at(button, false, true) : null;
})()`;
