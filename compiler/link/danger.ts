import { stepAddresses } from "./address.ts";
import type { Condition, Step } from "../shared/contract.ts";
import type { DangerousAnswer, FunnelNode, LinkTo } from "./program.ts";

/** What those are shown who may be in danger: the steps that are left after their answer, and the links in their texts. */
export interface AfterDanger {
  readonly answer: DangerousAnswer;
  /** The ids of the steps to the first offer that follows; null where none does. */
  readonly wayToOffer: readonly string[] | null;
  /** Each with the ids of the steps to the one that shows it. */
  readonly links: readonly {
    readonly link: LinkTo;
    readonly way: readonly string[];
  }[];
}

/** What follows each answer of a funnel by which somebody says that they are in danger. */
export function afterDangers(node: FunnelNode): readonly AfterDanger[] {
  return node.dangers.map((answer) => afterDanger(answer, node));
}

function afterDanger(answer: DangerousAnswer, node: FunnelNode): AfterDanger {
  const cameFrom = stepsAfter(answer, node);
  const idsTo = (end: number) => idsOnWay(end, cameFrom, node);
  const offer = [...cameFrom.keys()].find((i) => isOffer(i, node));
  return {
    answer,
    wayToOffer: offer === undefined ? null : idsTo(offer),
    links: linksShown(answer, cameFrom, node).map(({ link, at }) => ({
      link,
      way: idsTo(at),
    })),
  };
}

/** The offers of a funnel, by each of their addresses. */
export function offersOf(node: FunnelNode): ReadonlyMap<string, string> {
  return new Map(
    stepAddresses(node.funnel).flatMap(({ path, step, index }) =>
      isOffer(index, node) ? [[path, step.id] as const] : [],
    ),
  );
}

/** Whether a step offers something for sale. */
export function isOffer(i: number, { funnel, traits }: FunnelNode): boolean {
  return traits.pages[funnel.steps[i]?.page ?? ""]?.flow === "offer";
}

/** The links in the texts that are shown after the answer, and the positions of their steps. */
function linksShown(
  answer: DangerousAnswer,
  after: ReadonlyMap<number, number | null>,
  node: FunnelNode,
): readonly { readonly link: LinkTo; readonly at: number }[] {
  // Most texts lead nowhere.
  if (node.links.length === 0) return [];
  const index = new Map(node.funnel.steps.map(({ id }, i) => [id, i]));
  return node.links.flatMap((link) => {
    const at = index.get(link.step);
    if (at === undefined) return [];
    // The question itself is read before it is answered.
    const isShown =
      link.step !== answer.step &&
      after.has(at) &&
      !isForBuyers(link, at, node) &&
      (link.when === null || holdsFor(link.when, answer) !== false);
    return isShown ? [{ link, at }] : [];
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

/**
 * The steps that may follow the answer, the nearest first, each with the one before it; none behind an offer, nor
 * behind a step that `isLast` says to stop at.
 */
export function stepsAfter(
  answer: DangerousAnswer,
  node: FunnelNode,
  isLast: (i: number) => boolean = () => false,
): ReadonlyMap<number, number | null> {
  const { steps } = node.funnel;
  const index = new Map(steps.map(({ id }, i) => [id, i]));
  const start = index.get(answer.step);
  const cameFrom = new Map<number, number | null>();
  if (start !== undefined) cameFrom.set(start, null);
  // The map grows while it is gone through.
  for (const [at] of cameFrom) {
    const step = steps[at];
    if (step === undefined || isOffer(at, node) || isLast(at)) continue;
    for (const to of leadsTo(step, answer)) {
      const next = index.get(to);
      if (next !== undefined && !cameFrom.has(next)) cameFrom.set(next, at);
    }
  }
  return cameFrom;
}

/** The ids of the steps from the answer to one of those that `stepsAfter` has found. */
export function idsOnWay(
  end: number,
  cameFrom: ReadonlyMap<number, number | null>,
  { funnel }: FunnelNode,
): readonly string[] {
  const way: string[] = [];
  for (let at: number | null = end; at !== null; at = cameFrom.get(at) ?? null)
    way.unshift(funnel.steps[at]?.id ?? "");
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
export function holdsFor(
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
