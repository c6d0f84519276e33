import { expect, test } from "vitest";
import type { Provider } from "../checkout/provider.ts";
import { madeUpCheckout } from "../testing/checkout.ts";
import { countFailures } from "./count-failures.ts";
import { providersOf } from "./registry.ts";
import { sandbox } from "./sandbox/provider.ts";

const fails = () => Promise.reject(new Error("away"));
const checkout = madeUpCheckout();
const order = {
  checkout,
  origin: "",
  api: "",
  payPeoValue: null,
  at: new Date(0),
};
const refund = {
  id: "refund-1",
  checkout,
  of: "payment",
  transaction: null,
  amount: 1,
  currency: "USD",
} as const;

/** The calls that were told of, and a provider whose failures are. */
function counted(provider: Provider) {
  const told: string[] = [];
  const begun = new Set<string>();
  const { main } = countFailures(providersOf([provider]), {
    begun: (id, call) => begun.add(`${id} ${call}`),
    failed: (id, call, error) =>
      void told.push(`${id} ${call} ${String(error)}`),
  });
  if (main === null) throw new Error("nobody takes the money");
  return { told, begun, main };
}

const away: Provider = {
  ...sandbox,
  open: fails,
  charge: fails,
  look: fails,
  expire: fails,
  refund: fails,
  lookAtRefund: fails,
  endPlan: fails,
  review: fails,
};

test.each<[string, (main: Provider) => Promise<unknown> | undefined]>([
  ["open", (main) => main.open(order)],
  ["charge", (main) => main.charge(order, "token")],
  ["look", (main) => main.look?.(checkout)],
  ["expire", (main) => main.expire?.(checkout)],
  ["refund", (main) => main.refund(refund)],
  ["refund", (main) => main.lookAtRefund?.("re_1")],
  ["end-plan", (main) => main.endPlan?.(checkout, "sub_1")],
  ["review", (main) => main.review?.(checkout)],
])(
  "a call of %s that is not answered is told, and fails as before",
  async (call, make) => {
    const { told, begun, main } = counted(away);
    expect(begun).toContain(`${sandbox.id} ${call}`);
    await expect(make(main)).rejects.toThrow("away");
    expect(told).toEqual([`${sandbox.id} ${call} Error: away`]);
  },
);

test("what is answered is told to nobody, and what a provider cannot be asked is left out", async () => {
  const { id, startLine, isSandbox, renews, routes } = sandbox;
  const { open, pageOf, charge, refund: give } = sandbox;
  const can = { open, pageOf, charge, refund: give };
  const { told, begun, main } = counted({
    id,
    startLine,
    isSandbox,
    renews,
    routes,
    ...can,
  });
  expect([...begun]).toEqual(
    ["open", "charge", "refund"].map((call) => `${id} ${call}`),
  );
  expect(await main.open(order)).toEqual(await sandbox.open(order));
  expect(told).toEqual([]);
  for (const call of ["look", "expire", "lookAtRefund", "endPlan", "review"])
    expect(main).not.toHaveProperty(call);
});

test("who takes the money stays the same, and nobody where nobody did", () => {
  const other = { ...sandbox, id: "other" };
  const nobody = { begun: () => {}, failed: () => {} };
  const mainOf = (main: Provider | null) =>
    countFailures(providersOf([sandbox, other], main), nobody).main?.id;
  expect(mainOf(sandbox)).toBe(sandbox.id);
  expect(mainOf(other)).toBe("other");
  expect(mainOf(null)).toBeUndefined();
});
