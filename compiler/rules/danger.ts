import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Condition, Step } from "../shared/contract.ts";
import type { DangerousAnswer, FunnelNode } from "../link/program.ts";
import type { FunnelRule } from "./rule.ts";
import { nameOf } from "./step-span.ts";

/** Who says that they are in danger is offered nothing, on no way that is left after that answer. */
export const danger: FunnelRule = (node) =>
  node.dangers.flatMap((answer) => sale(answer, node));

function sale(answer: DangerousAnswer, node: FunnelNode): Diagnostic[] {
  const way = wayToOffer(answer, node);
  const last = way?.at(-1);
  if (way === null || last === undefined) return [];
  const { steps } = node.funnel;
  const ids = way.map((i) => steps[i]?.id ?? "");
  const at = node.source.span(answer.path, "value");
  const note = { message: "the offer is here", at: nameOf(node, last) };
  const words = {
    value: answer.value,
    offer: ids.at(-1) ?? "",
    way: ids,
  };
  return [diagnose("danger/sells", at, words, [note])];
}

/** The steps on the shortest way from the question to an offer, as positions; null where no way leads to one. */
function wayToOffer(
  answer: DangerousAnswer,
  { funnel, traits }: FunnelNode,
): readonly number[] | null {
  const { steps } = funnel;
  const index = new Map(steps.map(({ id }, i) => [id, i]));
  const start = index.get(answer.step);
  if (start === undefined) return null;
  const cameFrom = new Map<number, number | null>([[start, null]]);
  // The nearest first: the map grows while it is gone through.
  for (const [at] of cameFrom) {
    const step = steps[at];
    if (step === undefined) continue;
    if (traits.pages[step.page]?.flow === "offer") return wayOf(at, cameFrom);
    for (const to of leadsTo(step, answer)) {
      const next = index.get(to);
      if (next !== undefined && !cameFrom.has(next)) cameFrom.set(next, at);
    }
  }
  return null;
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
