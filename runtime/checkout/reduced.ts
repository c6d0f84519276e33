import {
  type Call,
  type Event,
  type Note,
  type Outcome,
  type Payment,
  type State,
  statusOf,
} from "./machine.ts";

/** What follows from an event: notes first, then at most one call, whose answer is another event. */
export interface Reduced {
  /** The same object when nothing has changed. */
  readonly payment: Payment;
  readonly notes: readonly Note[];
  readonly call: Call | null;
}

export type EventOf<K extends Event["kind"]> = Event & { readonly kind: K };

export type StateOf<K extends State["kind"]> = State & { readonly kind: K };

export function at(
  payment: Payment,
  state: State,
  call: Call | null = null,
): Reduced {
  return { payment: { ...payment, state }, notes: [], call };
}

export function same(payment: Payment): Reduced {
  return { payment, notes: [], call: null };
}

export function noting(note: Note, { notes, ...rest }: Reduced): Reduced {
  return { ...rest, notes: [note, ...notes] };
}

export function begun(
  payment: Payment,
  arrival: number,
  product: string | null,
): Payment {
  return { ...payment, product, arrival, run: payment.run + 1 };
}

export function isLocked({ state }: Payment): boolean {
  const status = statusOf(state);
  return status === "pending" || status === "paid";
}

/** A payment page left by Back is still open: the visitor may pay or choose anew. */
export function ended(payment: Payment, outcome: Outcome): Reduced {
  if (outcome.kind === "open" || outcome.kind === "gone")
    return at({ ...payment, unsettled: null }, { kind: "idle" });
  const { kind, product } = outcome;
  return at({ ...payment, product, unsettled: null }, { kind });
}
