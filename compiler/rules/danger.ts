import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Condition, Step } from "../shared/contract.ts";
import { stepAddresses } from "../link/address.ts";
import { narrow } from "../link/narrow.ts";
import type { DangerousAnswer, FunnelNode, LinkTo } from "../link/program.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/** Who says that they are in danger is offered nothing: on no way that is left after that answer, and by no link. */
export const danger: FunnelRule = (node) => {
  const told = new Set<string>();
  return node.dangers
    .flatMap((answer) => sales(answer, node))
    .filter(({ at }) => {
      // What follows several answers is one mistake.
      const place = `${at.line}:${at.column}`;
      const isNew = !told.has(place);
      told.add(place);
      return isNew;
    });
};

function sales(answer: DangerousAnswer, node: FunnelNode): Diagnostic[] {
  const { steps } = node.funnel;
  const cameFrom = stepsAfter(answer, node);
  const offers = [...cameFrom.keys()].filter((i) => isOffer(i, node));
  const idsTo = (end: number) =>
    wayOf(end, cameFrom).map((i) => steps[i]?.id ?? "");
  const [first] = offers;
  const { value } = answer;
  const { source } = node;
  const said = source.span(answer.path, "value");
  if (first !== undefined) {
    const note = { message: "the offer is here", at: nameOf(node, first) };
    const way = idsTo(first);
    const offer = way.at(-1) ?? "";
    const words = { value, offer, way, by: "way" } as const;
    return [diagnose("danger/sells", said, words, [note])];
  }
  return linksToOffers(answer, cameFrom, node).map(({ link, at, offer }) => {
    const note = { message: "the answer is here", at: said };
    const words = { value, offer, way: idsTo(at), by: "link" } as const;
    const place = narrow(source, link.path, link.to);
    return diagnose("danger/sells", place, words, [note]);
  });
}

function isOffer(i: number, { funnel, traits }: FunnelNode): boolean {
  return traits.pages[funnel.steps[i]?.page ?? ""]?.flow === "offer";
}

/** A link to an offer of the funnel, and the position of the step that shows it. */
interface LinkToOffer {
  readonly link: LinkTo;
  readonly at: number;
  readonly offer: string;
}

/** What leads to an offer in the texts that are shown after the answer. */
function linksToOffers(
  answer: DangerousAnswer,
  after: ReadonlyMap<number, number | null>,
  node: FunnelNode,
): LinkToOffer[] {
  // Most texts lead nowhere.
  if (node.links.length === 0) return [];
  const { funnel } = node;
  const offers = new Map(
    stepAddresses(funnel).flatMap(({ path, step, index }) =>
      isOffer(index, node) ? [[path, step.id] as const] : [],
    ),
  );
  const index = new Map(funnel.steps.map(({ id }, i) => [id, i]));
  return node.links.flatMap((link) => {
    const at = index.get(link.step);
    const offer = offers.get(link.to.replace(/[?#].*$/, ""));
    if (at === undefined || offer === undefined) return [];
    // The question itself is read before it is answered.
    const isShown =
      link.step !== answer.step &&
      after.has(at) &&
      !isForBuyers(link, at, node) &&
      (link.when === null || holdsFor(link.when, answer) !== false);
    return isShown ? [{ link, at, offer }] : [];
  });
}

/** Whether a text is one that only those see who have bought something. */
function isForBuyers(
  { path }: LinkTo,
  i: number,
  { funnel, origins, traits }: FunnelNode,
): boolean {
  const origin = origins[i] ?? [];
  const [key, , other] = path.slice(origin.length);
  const own = traits.pages[funnel.steps[i]?.page ?? ""]?.buyersOnly ?? [];
  return (
    origin.every((part, n) => part === path[n]) &&
    own.includes(String(key === "experiment" ? other : key))
  );
}

/** The steps that may follow the answer, the nearest first and none behind an offer, each with the one before it. */
function stepsAfter(
  answer: DangerousAnswer,
  node: FunnelNode,
): ReadonlyMap<number, number | null> {
  const { steps } = node.funnel;
  const index = new Map(steps.map(({ id }, i) => [id, i]));
  const start = index.get(answer.step);
  const cameFrom = new Map<number, number | null>();
  if (start !== undefined) cameFrom.set(start, null);
  // The map grows while it is gone through.
  for (const [at] of cameFrom) {
    const step = steps[at];
    if (step === undefined || isOffer(at, node)) continue;
    for (const to of leadsTo(step, answer)) {
      const next = index.get(to);
      if (next !== undefined && !cameFrom.has(next)) cameFrom.set(next, at);
    }
  }
  return cameFrom;
}

function wayOf(
  end: number,
  cameFrom: ReadonlyMap<number, number | null>,
): readonly number[] {
  const way: number[] = [];
  for (let at: number | null = end; at !== null; at = cameFrom.get(at) ?? null)
    way.unshift(at);
  return way;
}

/** Where a step may lead who has given the answer: of each kind of way all up to the first that is certainly taken. */
function leadsTo({ edges }: Step, answer: DangerousAnswer): readonly string[] {
  const closed = new Set<string>();
  return edges.flatMap(({ on, to, when }) => {
    const holds = when === null ? true : holdsFor(when, answer);
    if (closed.has(on) || holds === false) return [];
    if (holds === true) closed.add(on);
    return [to];
  });
}

/** Whether a condition holds for who has given the answer; null where other answers decide. */
function holdsFor(
  condition: Condition,
  answer: DangerousAnswer,
): boolean | null {
  switch (condition.kind) {
    case "all":
    case "any": {
      const decisive = condition.kind === "any";
      const parts = condition.of.map((one) => holdsFor(one, answer));
      if (parts.includes(decisive)) return decisive;
      return parts.includes(null) ? null : !decisive;
    }
    case "not": {
      const inner = holdsFor(condition.of, answer);
      return inner === null ? null : !inner;
    }
    case "answer": {
      if (condition.step !== answer.step) return null;
      if (condition.in.includes(answer.value)) return true;
      // Others may be ticked beside it.
      return answer.isOneOfSeveral ? null : false;
    }
    case "range":
    case "band":
      return null;
  }
}
