import {
  diagnose,
  type Diagnostic,
  onePerPlace,
} from "../diagnostics/diagnostic.ts";
import { contactFieldsOf } from "../link/contact-fields.ts";
import {
  type AfterDanger,
  afterDangers,
  isOffer,
  offersOf,
} from "../link/danger.ts";
import { narrow } from "../link/narrow.ts";
import { pathOfLink } from "../link/own-path.ts";
import type { FunnelNode } from "../link/program.ts";
import { CONTACT } from "../link/promises.ts";
import { isHidden } from "../shared/privacy.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/**
 * Whoever says that they are in danger is offered nothing: on no way that is left after that answer, by no link, and by
 * no mail.
 */
export const danger: FunnelRule = (node) => {
  if (node.dangers.length === 0) return [];
  const offers = offersOf(node);
  const all = afterDangers(node);
  return onePerPlace(
    all.flatMap((after, n) => {
      const alike = all.filter((other) => isSameWay(other, after));
      // By one way all of them come to the offer, and by one change none does.
      return alike.length > 0 && alike[0] !== all[n]
        ? []
        : sales(after, alike, offers, node);
    }),
  );
};

/** Whether two answers to one question lead to an offer by the same steps. */
function isSameWay(one: AfterDanger, other: AfterDanger): boolean {
  const [way, same] = [one.wayToOffer, other.wayToOffer];
  return (
    way !== null &&
    one.answer.step === other.answer.step &&
    way.join() === same?.join()
  );
}

function sales(
  { answer, wayToOffer: way, links, wayWithEmail }: AfterDanger,
  alike: readonly AfterDanger[],
  offers: ReadonlyMap<string, string>,
  node: FunnelNode,
): Diagnostic[] {
  const values = [answer.value];
  const { source } = node;
  const said = source.span(answer.path, "value");
  if (way !== null) {
    const offer = way.at(-1) ?? "";
    const at = node.funnel.steps.findIndex(({ id }) => id === offer);
    const note = { message: "the offer is here", at: nameOf(node, at) };
    const words = {
      values: alike.map((one) => one.answer.value),
      offer,
      way,
      by: "way",
    } as const;
    return [diagnose("danger/sells", said, words, [note])];
  }
  const note = { message: "the answer is here", at: said };
  const linked = links.flatMap(({ link, by, way: wayToLink }) => {
    const offer = offers.get(pathOfLink(link.to));
    if (offer === undefined) return [];
    const words = { values, offer, way: wayToLink, by };
    const place = narrow(source, link.path, link.to);
    return [diagnose("danger/sells", place, words, [note])];
  });
  if (wayWithEmail === null) return linked;
  const mailed = node.mails.flatMap(({ moment, to }) => {
    const i = node.funnel.steps.findIndex(({ id }) => id === to);
    if (moment !== CONTACT || to === null || !isOffer(i, node)) return [];
    const by = "button";
    const words = {
      values,
      offer: to,
      way: wayWithEmail,
      by,
      to: before(i, node),
    } as const;
    const place = source.span(["mails", moment, "to"], "value");
    return [diagnose("danger/sells", place, words, [note])];
  });
  return [...linked, ...mailed];
}

/** The page before an offer that a mail can lead to instead: one that asks nothing and tells nothing of its reader. */
function before(offer: number, node: FunnelNode): string | null {
  const { answered, asides, funnel, traits } = node;
  const page = funnel.steps.findLast(
    (step, i) =>
      i < offer &&
      !answered.has(i) &&
      !asides.has(i) &&
      !isOffer(i, node) &&
      !isHidden(step.sensitive) &&
      contactFieldsOf(step, traits).length === 0,
  );
  return page?.id ?? null;
}
