import { isUnsettled } from "./attempts.ts";
import type { Outcome, Payment } from "./machine.ts";
import {
  at,
  begun,
  ended,
  type EventOf,
  isLocked,
  type Reduced,
  same,
  type StateOf,
} from "./reduced.ts";

/** Waits before the server is asked again about a payment that is still open; milliseconds. */
export const ASK_AGAIN_MS: readonly number[] = [1_000, 2_000, 4_000];

/** The id in the address decides nothing by itself. */
export function comeBack(
  payment: Payment,
  event: EventOf<"returned">,
): Reduced {
  if (isLocked(payment)) return same(payment);
  const { attempt, arrival, knowable } = event;
  const run = begun(payment, arrival, attempt?.order.product ?? null);
  return ask(run, { payment: event.payment, knowable, asked: 0 });
}

/** Whoever comes without an id must not wipe away what is shown. */
export function show(
  payment: Payment,
  { attempt, arrival }: EventOf<"shown">,
): Reduced {
  if (payment.state.kind !== "idle" || !isUnsettled(attempt))
    return same(payment);
  const run = begun(payment, arrival, attempt.order.product);
  return at(
    run,
    { kind: "asking-on-arrival" },
    attempt.payment === null
      ? { kind: "ask-charge", attempt }
      : { kind: "ask-payment", payment: attempt.payment },
  );
}

export function ask(
  payment: Payment,
  { payment: id, knowable, asked }: Omit<StateOf<"asking-on-return">, "kind">,
): Reduced {
  const state = {
    kind: "asking-on-return",
    payment: id,
    knowable,
    asked: asked + 1,
  } as const;
  return at(payment, state, { kind: "ask-payment", payment: id });
}

/** The visitor may be ahead of the bank's news. */
export function toldOnReturn(
  payment: Payment,
  state: StateOf<"asking-on-return">,
  outcome: Outcome,
): Reduced {
  const ms = ASK_AGAIN_MS[state.asked - 1];
  if (outcome.kind === "open" && ms !== undefined)
    return at(
      payment,
      { ...state, kind: "waiting-to-ask" },
      { kind: "wait", ms },
    );
  // With cookies blocked every page has a session of its own, and the server cannot tell this visitor.
  return outcome.kind === "open" || (outcome.kind === "gone" && !state.knowable)
    ? at({ ...payment, unsettled: state.payment }, { kind: "unknown" })
    : ended(payment, outcome);
}
