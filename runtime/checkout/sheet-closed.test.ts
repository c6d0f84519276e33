import { describe, expect, test } from "vitest";
import type { Attempt } from "../core/attempt.ts";
import {
  EVENTS,
  from,
  HOSTED,
  is,
  NEW,
  OPENED,
  STATES,
  told,
} from "../testing/payment-machine.ts";
import { type Failure, isWaiting, type Payment } from "./machine.ts";
import { boughtBy, reduce } from "./reduce.ts";

const { leaving } = STATES;
/** Another plan of the offer, which another tab has begun to pay for meanwhile. */
const THEIRS: Attempt = {
  ...NEW,
  order: { ...NEW.order, product: "trial" },
  eventId: "e-3",
  checkoutId: "k-3",
  payment: "c-3",
};

/** The sheet of the plan closes; what the server says then of the payment that is asked about. */
function close(stored: Attempt | null, atEnd: boolean) {
  const event = { ...EVENTS["sheet-closed"], to: leaving, atEnd };
  const asking = reduce(from(leaving, stored), event);
  const { state } = asking;
  if (state.kind !== "asking-on-return" && state.kind !== "asking-on-arrival")
    return { asking, hear: () => asking, bought: null };
  const { about } = state;
  const payment = typeof about === "string" ? about : null;
  const paid = told(state, is("paid"), { payment });
  return {
    asking,
    hear: (...outcome: Parameters<typeof is>) =>
      reduce(asking, told(state, is(...outcome), { payment })),
    bought: boughtBy(asking, paid),
  };
}
const aboutOf = ({ state }: Payment) => ("about" in state ? state.about : null);

describe.each([
  ["another plan", THEIRS],
  ["nothing", null],
] as const)("a sheet closes while %s is stored", (_, stored) => {
  test.each([true, false])(
    "its own payment is asked about, at its end: %s",
    (atEnd) => {
      const { asking, hear, bought } = close(stored, atEnd);
      expect(aboutOf(asking)).toBe("c-1");
      expect(bought).toEqual({ product: "plan", payment: "c-1" });
      expect(hear("paid")).toMatchObject({
        state: { kind: "paid" },
        product: "plan",
        attempt: { ...OPENED, paid: true },
      });
    },
  );
});

describe("what another tab has begun meanwhile", () => {
  test.each([true, false])(
    "stays where nothing was paid in the sheet, at its end: %s",
    (atEnd) => {
      const { asking, hear } = close(THEIRS, atEnd);
      expect(asking.attempt).toEqual(THEIRS);
      expect(asking.product).toBe("plan");
      const after = hear("cancelled");
      expect(after.state.kind).toBe("cancelled");
      expect(after.attempt).toEqual(THEIRS);
    },
  );

  test.each([true, false])(
    "gives way to a sheet whose payment is open, at its end: %s",
    (atEnd) => {
      expect(close(THEIRS, atEnd).hear("open").attempt).toEqual(OPENED);
    },
  );

  test.each([true, false])(
    "gives way where nobody can say what became of the sheet's payment, at its end: %s",
    (atEnd) => {
      const { asking } = close(THEIRS, atEnd);
      const { state: to } = asking;
      if (!isWaiting(to)) throw new Error(to.kind);
      const event = { ...EVENTS.failed, to, why: "passing" } as const;
      expect(reduce(asking, event).attempt).toEqual(OPENED);
    },
  );
});

test.each([
  ["paid", { ...THEIRS, paid: true }],
  ["that may have been paid", { ...THEIRS, isUnknown: true }],
])("a payment of another tab stays, %s", (_, stored) => {
  const { asking, hear } = close(stored, true);
  expect(aboutOf(asking)).toBe("c-1");
  expect(hear("cancelled").attempt).toEqual(stored);
  expect(close(stored, false).asking.attempt).toEqual(stored);
});

describe("a page that was left while it is open", () => {
  const left = close(OPENED, false).hear("open");
  const pay = (payment: Payment, why: Failure) => {
    const asking = reduce(payment, { ...EVENTS.pay, request: HOSTED });
    const { state: to } = asking;
    if (to.kind !== "asking-earlier") throw new Error(to.kind);
    return reduce(asking, { ...EVENTS.failed, to, why });
  };

  test("is not reached where the server is away at the next tap, and keeps its pair of ids", () => {
    expect(left.state.kind).toBe("idle");
    const { state, attempt } = pay(left, "passing");
    expect(state.kind).toBe("unreachable");
    expect(attempt).toEqual(OPENED);
  });

  test.each([
    ["it was opened anew since", idle(reopened(left))],
    ["another tab does not know", { ...left, attempt: unknown(left) }],
    ["the server has not said so", from(STATES.idle)],
  ])("may be paid where %s", (_, payment) => {
    expect(pay(payment, "passing").state.kind).toBe("unknown");
  });

  test("may be paid where the server refuses to say", () => {
    expect(pay(left, "refused").state.kind).toBe("unknown");
  });
});

describe("what is unknown", () => {
  const unknown = from(STATES.unknown, { ...OPENED, isUnknown: true });
  const other = { ...HOSTED, order: { ...HOSTED.order, product: "trial" } };
  const askUntilTired = (before: Payment) => {
    let payment = before;
    while (payment.state.kind === "asking-on-return")
      payment = reduce(
        payment,
        told(payment.state, is("open"), { payment: "c-1" }),
      );
    return payment;
  };

  test("and still open when it is asked about once more can be gone on with", () => {
    const found = askUntilTired(reduce(unknown, EVENTS.checked));
    expect(found.state.kind).toBe("still-open");
    expect(found.attempt?.payment).toBe("c-1");
  });

  test("and still open after its page came to its end stays unknown", () => {
    const found = askUntilTired(reduce(unknown, EVENTS.returned));
    expect(found.state.kind).toBe("unknown");
  });

  test("is not left for another plan", () => {
    const asking = reduce(unknown, { ...EVENTS.pay, request: other });
    const { state: to } = asking;
    if (to.kind !== "asking-earlier") throw new Error(to.kind);
    const event = told(to, is("open"), { payment: "c-1" });
    expect(reduce(asking, event).state.kind).toBe("unknown");
  });
});

function reopened(payment: Payment): Payment {
  return reduce({ ...payment, state: STATES.opening }, EVENTS.opened);
}
function unknown({ attempt }: Payment): Attempt | null {
  return attempt && { ...attempt, isUnknown: true };
}
function idle(payment: Payment): Payment {
  return { ...payment, state: { kind: "idle" } };
}
