import type { HandoverPlan } from "../shared/render-contract.ts";
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
  const said = saidIn(plan, templates + bodyAt(page.address));
  return { script: page.script, plan: said, templates };
}

/** The plan, with the words of those answers that the document says again: the others would only make it longer. */
function saidIn({ steps }: HandoverPlan, html: string): HandoverPlan {
  const isSaid = (id: string) => html.includes(`data-personal="${id}"`);
  return {
    steps: Object.fromEntries(
      Object.entries(steps).map(([address, step]) => [
        address,
        isSaid(step.id) ? step : { ...step, labels: {} },
      ]),
    ),
  };
}
