import { ask, comeBack, show, toldOnReturn } from "./asking.ts";
import {
  type Answer,
  type Event,
  type Note,
  type Outcome,
  type Payment,
  statusOf,
} from "./machine.ts";
import {
  charge,
  confirmed,
  keep,
  leave,
  pay,
  takeOver,
  toldOfEarlier,
} from "./paying.ts";
import { at, ended, isLocked, type Reduced, same } from "./reduced.ts";

/**
 * The next state of paying at an offer. What was begun before is settled first, so that a second click, a reload or
 * the way back never pays twice; then the attempt goes on with its own pair of ids, or a new one begins. An outcome
 * is always the server's word.
 */
export function reduce(payment: Payment, event: Event): Reduced {
  switch (event.kind) {
    case "pay":
      return pay(unlocked(payment, event.arrival), event);
    case "returned":
      return comeBack(unlocked(payment, event.arrival), event);
    case "shown":
      return show(unlocked(payment, event.arrival), event);
    case "dismissed":
      return isLocked(payment) ? same(payment) : at(payment, { kind: "idle" });
    case "moved-on": {
      const { kind } = payment.state;
      return kind === "paid" || kind === "declined"
        ? at(payment, { kind: "idle" })
        : same(payment);
    }
    default: {
      const next = event.run === payment.run ? answered(payment, event) : null;
      const { notes, ...rest } = next ?? same(payment);
      return { ...rest, notes: [...factsOf(event), ...notes] };
    }
  }
}

/** Back from the browser's cache, most likely from the payment page: what was under way then is no more. */
function unlocked(payment: Payment, arrival: number): Payment {
  return statusOf(payment.state) === "pending" && arrival > payment.arrival
    ? { ...payment, state: { kind: "idle" }, run: payment.run + 1, arrival }
    : payment;
}

/** What an answer means whatever is shown by now. */
function factsOf(answer: Answer): readonly Note[] {
  if (answer.kind !== "outcome" && answer.kind !== "opened") return [];
  const { attempt, payment } = answer;
  if (payment === null) return [];
  return [
    ...(attempt === null ? [] : [keep({ ...attempt, payment })]),
    ...(answer.kind === "outcome" ? meaningOf(payment, answer.outcome) : []),
  ];
}

function meaningOf(payment: string, outcome: Outcome): readonly Note[] {
  switch (outcome.kind) {
    case "paid":
      return [{ kind: "mark-paid", payment, product: outcome.product }];
    case "declined":
    case "cancelled":
    case "gone":
      // The next try needs a new key: this one would get the same answer again.
      return [{ kind: "forget", payment }];
    case "open":
    case "needs-authentication":
      return [];
  }
}

/** Where an answer leads that is waited for; null for any other. */
function answered(payment: Payment, answer: Answer): Reduced | null {
  const { state } = payment;
  if (answer.kind === "failed") return failed(payment, answer);
  switch (state.kind) {
    case "asking-on-return":
      return answer.kind === "outcome"
        ? toldOnReturn(payment, state, answer.outcome)
        : null;
    case "waiting-to-ask":
      return answer.kind === "waited" ? ask(payment, state) : null;
    case "asking-on-arrival":
      return answer.kind === "outcome" ? ended(payment, answer.outcome) : null;
    case "asking-earlier":
      return answer.kind === "outcome"
        ? toldOfEarlier(payment, state, answer.outcome)
        : null;
    case "confirming":
      return answer.kind === "confirmed"
        ? confirmed(payment, state, answer.reference)
        : null;
    case "finding-visitor":
      return answer.kind === "visitor-found"
        ? charge(payment, state, answer.visitorId)
        : null;
    case "charging":
      if (answer.kind === "outcome") return ended(payment, answer.outcome);
      return answer.kind === "nothing-saved" ? takeOver(payment, state) : null;
    case "opening":
      return answer.kind === "opened" ? leave(payment, answer.way) : null;
    case "leaving":
      return answer.kind === "stayed" ? at(payment, { kind: "idle" }) : null;
    case "idle":
    case "paid":
    case "declined":
    case "cancelled":
    case "needs-authentication":
    case "unknown":
      return null;
  }
}

function failed(
  payment: Payment,
  { refused, error }: Extract<Answer, { kind: "failed" }>,
): Reduced | null {
  const { state } = payment;
  const report = (during: "paying" | "asking"): Note[] =>
    error === null ? [] : [{ kind: "report", during, error }];
  switch (state.kind) {
    case "asking-on-return":
      return {
        ...at({ ...payment, unsettled: state.payment }, { kind: "unknown" }),
        notes: report("asking"),
      };
    case "asking-on-arrival":
      return {
        ...at({ ...payment, unsettled: null }, { kind: "idle" }),
        notes: report("asking"),
      };
    case "asking-earlier":
    case "confirming":
    case "finding-visitor":
    case "charging":
    case "opening":
    case "leaving":
      return {
        ...at(payment, { kind: "unknown" }),
        notes: [
          ...report("paying"),
          // The next try needs a new pair of ids.
          ...(refused ? [{ kind: "forget", payment: null } as const] : []),
        ],
      };
    case "waiting-to-ask":
    case "idle":
    case "paid":
    case "declined":
    case "cancelled":
    case "needs-authentication":
    case "unknown":
      return null;
  }
}
