import { expect, test } from "vitest";
import { storeCheckout } from "../testing/checkout.ts";
import { useServer } from "../testing/server.ts";
import { systemRandom } from "../token.ts";
import { recordDispute } from "./after-sale.ts";
import { readOrder } from "./orders.ts";

const server = useServer();

test.each([
  ["won", "lost", "lost"],
  ["lost", "open", "lost"],
  ["open", "won", "won"],
] as const)(
  "of a dispute that was %s and %s in the same second, an order says that it is %s",
  async (one, other, state) => {
    const checkout = await storeCheckout(server.db);
    const reference = checkout.checkout_id;
    for (const told of [one, other])
      await recordDispute(
        server.db,
        checkout,
        {
          reference,
          state: told,
          transaction: null,
          amount: 999,
          withdrawn: 0,
          currency: "USD",
          reason: null,
          toldAt: new Date(0),
        },
        { now: new Date(server.clock.ms), random: systemRandom },
      );
    const order = await readOrder(server.db, reference);
    expect(order?.disputes).toMatchObject([{ reference, state }]);
  },
);
