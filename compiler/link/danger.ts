import { stepAddresses } from "./address.ts";
import type { Condition, Step } from "../shared/contract.ts";
import { contactFieldsOf } from "./contact-fields.ts";
import type {
  DangerousAnswer,
  FunnelNode,
  LinkTo,
  MailLink,
} from "./program.ts";
import { CONTACT } from "./promises.ts";

/**
 * What those are shown who may be in danger: the steps that are left after their answer, the links in their texts, and
 * those in the mail that they are sent.
 */
export interface AfterDanger {
  readonly answer: DangerousAnswer;
  /** The ids of the steps to the first offer that follows; null where none does. */
  readonly wayToOffer: readonly string[] | null;
  /** Each with the ids of the steps to the one that shows it, or between the answer and the email. */
  readonly links: readonly {
    readonly link: MailLink;
    readonly by: "link" | "mail";
    readonly way: readonly string[];
  }[];
  /** The ids of the steps between the answer and the email that they leave, in this order or the other; null: none. */
  readonly wayWithEmail: readonly string[] | null;
}

/** What follows each answer of a funnel by which somebody says that they are in danger. */
export function afterDangers(node: FunnelNode): readonly AfterDanger[] {
  return node.dangers.map((answer) => afterDanger(answer, node));
}

function afterDanger(answer: DangerousAnswer, node: FunnelNode): AfterDanger {
  const cameFrom = stepsAfter(answer, node);
  const idsTo = (end: number) => idsOnWay(end, cameFrom, node);
  const offer = [...cameFrom.keys()].find((i) => isOffer(i, node));
  const wayWithEmail = emailOnWay(answer, cameFrom, node);
  return {
    answer,
    wayToOffer: offer === undefined ? null : idsTo(offer),
    links: [
      ...linksShown(answer, cameFrom, node).map(
        ({ link, at }) => ({ link, by: "link", way: idsTo(at) }) as const,
      ),
      ...linksMailed(node).flatMap((link) =>
        wayWithEmail === null
          ? []
          : ({ link, by: "mail", way: wayWithEmail } as const),
      ),
    ],
    wayWithEmail,
  };
}

/** The steps from the answer to an email, or from an email to the answer. */
function emailOnWay(
  answer: DangerousAnswer,
  after: ReadonlyMap<number, number | null>,
  node: FunnelNode,
): readonly string[] | null {
  const { funnel, graph, traits } = node;
  // Most funnels send no such mail.
  if (!node.mails.some(({ moment }) => moment === CONTACT)) return null;
  const asks = funnel.steps.flatMap((step, i) =>
    contactFieldsOf(step, traits).includes("email") ? [i] : [],
  );
  const later = asks.find((i) => after.has(i));
  if (later !== undefined) return idsOnWay(later, after, node);
  const asked = funnel.steps.findIndex(({ id }) => id === answer.step);
  for (const start of asks) {
    const cameFrom = ways(start, (i) => graph.successors[i] ?? []);
    if (cameFrom.has(asked)) return idsOnWay(asked, cameFrom, node);
  }
  return null;
}

/** The links in the mail to whoever has left an email. */
function linksMailed({ mailLinks }: FunnelNode): readonly MailLink[] {
  return mailLinks.filter(({ path: [, moment] }) => moment === CONTACT);
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
  return ways(index.get(answer.step), (at) => {
    const step = steps[at];
    if (step === undefined || isOffer(at, node) || isLast(at)) return [];
    return leadsTo(step, answer).flatMap((to) => index.get(to) ?? []);
  });
}

/** The steps that follow one, the nearest first, each with the one before it. */
function ways(
  start: number | undefined,
  following: (at: number) => readonly number[],
): ReadonlyMap<number, number | null> {
  const cameFrom = new Map<number, number | null>();
  if (start !== undefined) cameFrom.set(start, null);
  // The map grows while it is gone through.
  for (const [at] of cameFrom)
    for (const next of following(at))
      if (!cameFrom.has(next)) cameFrom.set(next, at);
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

/** Whether a condition holds for whoever has given the answer; null where other answers decide. */
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
