/** The folder `handover` holds scripts in documents that answer taps or give help before React is there. */

/**
 * The hand-over: an inline script that selects, keeps the answer where the runtime will look for it, shows the next step
 * from the document's templates and writes the history; then React hydrates whatever step is on screen and takes over.
 * It knows no page but choices and ways on. Before the first paint it only listens and leaves room for it.
 */
import {
  ANY_ANSWER,
  type HandoverPlan,
  type HandoverStep,
} from "../../generated/render-contract.ts";
import { ADVANCE_DELAY_MS } from "../core/advance-delay.ts";
import { holdOff } from "../screen/double-tap.ts";
import { whenLaidOut } from "../ui/when-laid-out.ts";
import type { Handover } from "./handover-contract.ts";
import { NO_JOURNEY } from "../core/journey.ts";
import { isRecord } from "../core/read.ts";
import { fetchModules, painted } from "./fetch-modules.ts";
import { handleBootFailure, reportBootFailure } from "./help-boot.ts";
import { isEnough, settle, showTicked, tickAgain, ticked } from "./several.ts";
import { readStored, writeStored } from "./stored.ts";
import { noteShown } from "./shown-pages.ts";
import { whenQuiet } from "./when-quiet.ts";

/** Whoever has tapped within this time is in a hurry, in milliseconds. */
const HURRY_MS = 1_000;

type Chosen = string | readonly string[];

const root = document.getElementById("root");
const firstAddress = address();
const firstTitle = document.title;
let begun: Begun | undefined;
let timer: number | undefined;
let leaving: (() => void) | undefined;
let held: Handover["held"] = null;
let tappedAt = Number.NEGATIVE_INFINITY;
let bringReact: (() => void) | undefined;
/** The history was asked to go back, and has not yet. */
let isGoingBack = false;
const memory: Record<string, Chosen> = {};
const { entry = "", modules = "" } = document.currentScript?.dataset ?? {};
const html = document.documentElement;
/** Entry of the storage that holds the answers. */
const { key = "" } = html.dataset;

handleBootFailure();
const listening = new AbortController();
const { signal } = listening;
document.addEventListener("click", onClick, { capture: true, signal });
document.addEventListener("change", onChange, { capture: true, signal });
addEventListener("popstate", onBack, { signal });
const { shown, note } = noteShown(signal);
note();

const handover: Handover = {
  answers: memory,
  shown,
  get held() {
    return held;
  },
  stop() {
    listening.abort();
    clearTimeout(timer);
    leaving?.();
  },
};
Object.assign(globalThis, { handover });
leaveRoom();
void painted()
  .then(begin)
  .then(() => fetchModules(modules.split(" ")))
  .then(() => {
    // While the next question is on its way, nothing else is.
    const needsIt = () => held !== null && timer === undefined;
    bringReact = whenQuiet({ needsIt, isTapping }, run);
  });

/** A question that has an answer gets a button that goes on: nothing moves when React brings it. */
function leaveRoom(): void {
  const choice = root?.querySelector("main [data-question] input[type=radio]");
  const question = choice?.closest<HTMLElement>("[data-question]");
  const id = question?.dataset["question"];
  if (id !== undefined && Object.hasOwn(answers(), id))
    html.dataset["standing"] = "";
}

/**
 * Whether taps come so quickly that React would be in their way, which takes a slow phone a moment to start, and the
 * document can answer the next one as well.
 */
function isTapping(): boolean {
  if (timer !== undefined) return true;
  if (performance.now() - tappedAt > HURRY_MS) return false;
  const { next = {} } = begin().plan.steps[address()] ?? {};
  return Object.values(next).some((to) => templateOf(to) !== undefined);
}

function run(): void {
  import(/* @vite-ignore */ entry).catch(reportBootFailure);
}

interface Begun {
  readonly plan: HandoverPlan;
  /** The step as it arrived, for the way back to it. */
  readonly arrived: HTMLTemplateElement;
}

/** What taps need, made behind the first paint or at the first tap. */
function begin(): Begun {
  if (begun !== undefined) return begun;
  const arrived = document.createElement("template");
  arrived.content.append(...(root?.cloneNode(true).childNodes ?? []));
  // The router numbers its history entries; these must look as if it had made them.
  if (history.state === null)
    history.replaceState({ usr: null, key: "first", idx: 0 }, "");
  const text = document.getElementById("handover")?.textContent ?? "null";
  begun = { plan: JSON.parse(text), arrived };
  return begun;
}

function address(): string {
  try {
    return decodeURI(location.pathname);
  } catch {
    return location.pathname;
  }
}

function onClick(event: Event): void {
  const step = begin().plan.steps[address()];
  if (!(event.target instanceof Element) || step === undefined) return;
  // A click that the browser makes for an arrow key moves the choice and is no answer.
  if (
    event instanceof MouseEvent &&
    event.detail === 0 &&
    event.target.matches("input")
  )
    return;
  const input = event.target
    .closest("label")
    ?.querySelector<HTMLInputElement>("input[type=radio]");
  const action = event.target.closest<HTMLElement>("[data-action]");
  if (input)
    tap(step.id, step.next[input.value] ?? step.next[ANY_ANSWER], input.value);
  else if (action?.dataset["action"] === "continue" && isDone(step))
    tap(step.id, step.next[""], step.several && ticked(document));
  else if (action?.dataset["action"] === "back" && history.state?.idx > 0) {
    if (!isGoingBack) history.back();
    isGoingBack = true;
  } else if (action) {
    event.preventDefault();
    action.setAttribute("aria-busy", "true");
    hold({ kind: "click", element: action });
  }
}

/** Whether the way on can be taken from a step as it is on the screen. */
function isDone({ next, several }: HandoverStep): boolean {
  return several === null
    ? next[""] !== undefined
    : isEnough(ticked(document), several);
}

function onChange({ target }: Event): void {
  const several = begin().plan.steps[address()]?.several;
  if (!several || !(target instanceof HTMLInputElement)) return;
  tappedAt = performance.now();
  // One too many: React says so, if nothing comes after it.
  hold(
    settle(document, target, several)
      ? null
      : { kind: "click", element: target },
  );
  showTicked(document, several);
}

/** Keeps for React what only that can carry out. */
function hold(tapped: Handover["held"]): void {
  held = tapped;
  if (held !== null) bringReact?.();
}

function tap(id: string, to: string | undefined, value: Chosen | null): void {
  const { plan } = begin();
  if (value !== null) keep(id, value);
  clearTimeout(timer);
  tappedAt = performance.now();
  held = to === undefined ? { kind: "next" } : null;
  leaving =
    to === undefined
      ? undefined
      : () => {
          leaving = undefined;
          const template = templateOf(to);
          const target = encodeURI(to) + location.search;
          if (template === undefined) return location.assign(target);
          history.pushState(
            {
              // The runtime goes back in the history where it knows what is there.
              usr: { from: id },
              key: `tap-${Date.now()}`,
              idx: (history.state?.idx ?? 0) + 1,
            },
            "",
            target,
          );
          show(template, plan.steps[to]?.title ?? document.title);
        };
  timer = window.setTimeout(
    () => {
      timer = undefined;
      leaving?.();
      if (held !== null) bringReact?.();
    },
    typeof value === "string" ? ADVANCE_DELAY_MS : 0,
  );
}

function templateOf(to: string): HTMLTemplateElement | undefined {
  return (
    document.querySelector<HTMLTemplateElement>(
      `template[data-address="${to}"]`,
    ) ?? undefined
  );
}

function show(
  template: HTMLTemplateElement,
  title: string,
  way: "on" | "back" = "on",
): void {
  const { plan } = begin();
  const page = document.importNode(template.content, true);
  const known = answers();
  // Words of the visitor: what was tapped just now, by its label.
  for (const step of Object.values(plan.steps))
    for (const word of page.querySelectorAll(`[data-personal="${step.id}"]`))
      word.textContent =
        step.labels[String(known[step.id])] ?? word.textContent;
  // What it is made of was tapped just now.
  page.querySelector("[data-undecided]")?.removeAttribute("data-undecided");
  page.querySelector("main")?.setAttribute("data-way", way);
  delete html.dataset["standing"];
  // Asked before anything has changed: afterwards the new step would be laid out for it.
  const isScrolled = scrollY > 0;
  root?.replaceChildren(page);
  holdOff(tappedAt);
  document.title = title;
  note();
  if (isScrolled) scrollTo(0, 0);
  const headline = root?.querySelector<HTMLElement>("main h1");
  if (headline)
    whenLaidOut(headline, () => headline.focus({ preventScroll: true }));
}

function onBack(): void {
  isGoingBack = false;
  clearTimeout(timer);
  timer = undefined;
  leaving = undefined;
  held = null;
  const { plan, arrived } = begin();
  const to = address();
  const template = to === firstAddress ? arrived : templateOf(to);
  if (template === undefined) return location.reload();
  show(template, plan.steps[to]?.title || firstTitle, "back");
  const step = plan.steps[to];
  const answer = answers()[step?.id ?? ""];
  if (step?.several) {
    tickAgain(document, answer);
    showTicked(document, step.several);
  }
  for (const input of root?.querySelectorAll<HTMLInputElement>(
    "input[type=radio]",
  ) ?? [])
    input.checked = input.value === String(answer);
}

/** What a page of another version has stored is not read, as by the runtime. */
function stored(): Readonly<Record<string, unknown>> {
  const value = readStored(key);
  return isRecord(value) && value["v"] === NO_JOURNEY.v ? value : {};
}

function answers(): Readonly<Record<string, unknown>> {
  const kept = stored()["answers"];
  return isRecord(kept) ? { ...kept, ...memory } : memory;
}

/** Where storage is blocked the answers travel in memory; the runtime asks for them. */
function keep(id: string, value: Chosen): void {
  memory[id] = value;
  writeStored(key, { ...NO_JOURNEY, ...stored(), answers: answers() });
}
