import {
  ANY_ANSWER,
  type HandoverPlan,
  type HandoverStep,
} from "../shared/render-contract.ts";
import { AT_ONCE_BYTES, compressedDocument } from "./compress.ts";

/** What answers taps before React is there. */
export interface Handover {
  readonly script: string;
  readonly plan: HandoverPlan;
  /** The next steps, as HTML. */
  readonly templates: string;
}

/** A page of a funnel, and what its hand-over is made of. */
interface Page {
  readonly address: string;
  /** What stands at each address of the funnel. */
  readonly bodies: ReadonlyMap<string, string>;
  readonly script: string;
  /** Which of the next steps can be shown, `most` of them; null where none is. */
  plan(most?: number): HandoverPlan | null;
}

/** A document, and what Brotli makes of it where that is known already. */
export interface Written {
  readonly content: string;
  readonly brotli?: Uint8Array;
}

/**
 * The document of a page, as `write` makes it, with as many of the next steps as a new connection brings with it at
 * once: a longer text costs the last of them, and delays no first paint. Where the page alone is longer, it has them all.
 */
export function withHandover(
  page: Page,
  write: (handover: Handover | null) => string,
): Written {
  const handover = handoverOf(page);
  if (handover === null) return { content: write(null) };
  const whole = packed(write(handover));
  if (comesAtOnce(whole)) return whole;
  for (let most = stepsBehind(handover) - 1; most >= 0; most -= 1) {
    const less = packed(write(handoverOf(page, most)));
    if (comesAtOnce(less)) return less;
  }
  return whole;
}

function packed(content: string): Required<Written> {
  return { content, brotli: compressedDocument(Buffer.from(content)) };
}

/** Whether a new connection brings the whole document before it waits for an answer. */
function comesAtOnce({ brotli }: Required<Written>): boolean {
  return brotli.length <= AT_ONCE_BYTES;
}

function stepsBehind({ plan }: Handover): number {
  return Object.keys(plan.steps).length - 1;
}

/** What React asks for ahead of a picture, which a step that is shown as a whole asks for itself. */
const PRELOAD = /<link rel="preload" as="image"[^>]*>/g;

function handoverOf(page: Page, most?: number): Handover | null {
  const plan = page.plan(most);
  if (plan === null) return null;
  const bodyAt = (address: string) => page.bodies.get(address) ?? "";
  const templates = Object.keys(plan.steps)
    .filter((address) => address !== page.address)
    .map(
      (address) =>
        `<template data-address="${address}">${bodyAt(address).replaceAll(PRELOAD, "")}</template>`,
    )
    .join("");
  const html = templates + bodyAt(page.address);
  return { script: page.script, plan: shortened(plan, html), templates };
}

/**
 * The plan without what the document can do without: the words of answers that no step says again, and a way for each
 * answer where all lead to the same step.
 */
function shortened({ steps }: HandoverPlan, html: string): HandoverPlan {
  const isSaid = (id: string) => html.includes(`data-personal="${id}"`);
  return {
    steps: Object.fromEntries(
      Object.entries(steps).map(([address, step]) => [
        address,
        {
          ...step,
          labels: isSaid(step.id) ? step.labels : {},
          next: shortWay(step),
        },
      ]),
    ),
  };
}

function shortWay({ labels, next }: HandoverStep): HandoverStep["next"] {
  const answers = Object.keys(labels);
  const [to, ...others] = new Set(answers.map((answer) => next[answer]));
  return to === undefined || others.length > 0 || answers.length === 1
    ? next
    : { [ANY_ANSWER]: to };
}
