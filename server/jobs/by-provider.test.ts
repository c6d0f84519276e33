import { expect, test } from "vitest";
import { ProblemError } from "../http/problem.ts";
import { silentLog } from "../log.ts";
import { besideEachOther } from "./by-provider.ts";

const BATCH = 5;

/** Things of some providers, each with a name of its own, as many at a time as a batch is of each. */
function thingsOf(counts: Readonly<Record<string, number>>) {
  const all = Object.entries(counts).flatMap(([provider, count]) =>
    Array.from({ length: count }, (_, i) => ({
      provider,
      checkout_id: `${provider}-${i}`,
    })),
  );
  const asked: string[] = [];
  return {
    asked,
    find: async () =>
      Object.keys(counts).flatMap((provider) =>
        all
          .filter((one) => one.provider === provider)
          .filter(({ checkout_id }) => !asked.includes(checkout_id))
          .slice(0, BATCH),
      ),
    idOf: ({ checkout_id }: { readonly checkout_id: string }) => checkout_id,
    message: "not asked",
  };
}

const never = () => false;

test("one batch follows the other until nothing is left", async () => {
  const { asked, ...things } = thingsOf({ one: 23, other: 2 });
  await besideEachOther(
    silentLog,
    never,
  )({
    ...things,
    work: async ({ checkout_id }) => void asked.push(checkout_id),
  });
  expect(asked).toHaveLength(25);
});

test("one batch follows the other until the time is over", async () => {
  let seconds = 0;
  const { asked, ...things } = thingsOf({ one: 100 });
  const round = besideEachOther(silentLog, () => seconds >= 30);
  await round({
    ...things,
    work: async ({ checkout_id }) => {
      asked.push(checkout_id);
      seconds += 1;
    },
  });
  // Those that were asked at the same moment.
  expect(asked.length).toBeGreaterThanOrEqual(30);
  expect(asked.length).toBeLessThan(34);
});

test("a provider that has answered is asked four things at once, and one at a time before", async () => {
  const { asked, ...things } = thingsOf({ one: 15 });
  const atOnce: number[] = [];
  let open = 0;
  await besideEachOther(
    silentLog,
    never,
  )({
    ...things,
    work: async ({ checkout_id }) => {
      asked.push(checkout_id);
      open += 1;
      atOnce.push(open);
      await new Promise((done) => void setImmediate(done));
      open -= 1;
    },
  });
  const batches = [1, 2, 3].map((at) =>
    atOnce.slice((at - 1) * BATCH, at * BATCH),
  );
  expect(batches).toEqual([
    [1, 1, 2, 3, 4],
    [1, 2, 3, 4, 1],
    [1, 2, 3, 4, 1],
  ]);
});

test("what is found again although it was asked about is not asked about again", async () => {
  const { asked, ...things } = thingsOf({ one: 4 });
  const again: string[] = [];
  await besideEachOther(
    silentLog,
    never,
  )({
    ...things,
    work: async ({ checkout_id }) => void again.push(checkout_id),
  });
  expect(asked).toEqual([]);
  expect(again).toHaveLength(4);
});

test("a provider that does not answer is asked twice in a round, of whatever, and the rest of its batch is left", async () => {
  const { asked, ...things } = thingsOf({ away: 12, there: 12 });
  const left: string[] = [];
  const round = besideEachOther(silentLog, never);
  const ask = {
    ...things,
    work: async ({ provider, checkout_id }: (typeof all)[number]) => {
      asked.push(checkout_id);
      if (provider === "away")
        throw new ProblemError("payment-unavailable", "Ask again.");
    },
    leave: async ({ checkout_id }: (typeof all)[number]) =>
      void left.push(checkout_id),
  };
  const all = await things.find();
  await round(ask);
  const ofAway = () => asked.filter((id) => id.startsWith("away"));
  expect(ofAway()).toEqual(["away-0", "away-1"]);
  expect(left).toEqual(["away-2", "away-3", "away-4"]);
  expect(asked).toHaveLength(14);
  await round(ask);
  expect(ofAway()).toHaveLength(2);
  expect(left).toHaveLength(3);
});

test("a provider that did not answer before the time was over is asked nothing more, and the rest of its batch is left", async () => {
  let isOver = false;
  const { asked, ...things } = thingsOf({ away: 12 });
  const left: string[] = [];
  await besideEachOther(
    silentLog,
    () => isOver,
  )({
    ...things,
    work: async ({ checkout_id }) => {
      asked.push(checkout_id);
      isOver = true;
      throw new ProblemError("payment-unavailable", "Ask again.");
    },
    leave: async ({ checkout_id }) => void left.push(checkout_id),
  });
  expect(asked).toEqual(["away-0"]);
  expect(left).toEqual(["away-1", "away-2", "away-3", "away-4"]);
});

test("a provider that is slow holds up no batch of another", async () => {
  const { asked, ...things } = thingsOf({ slow: 1, quick: 12 });
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await besideEachOther(
    silentLog,
    never,
  )({
    ...things,
    work: async ({ provider, checkout_id }) => {
      if (provider === "slow") await held;
      asked.push(checkout_id);
      if (asked.length === 12) answer();
    },
  });
  expect(asked.at(-1)).toBe("slow-0");
  expect(asked).toHaveLength(13);
});

test("what is next cannot be found: it throws once nobody is at work any more", async () => {
  const { asked, ...things } = thingsOf({ one: 9, other: 3 });
  let finds = 0;
  const round = besideEachOther(
    silentLog,
    never,
  )({
    ...things,
    find: async () => {
      finds += 1;
      if (finds > 1) throw new Error("the database is away");
      return things.find();
    },
    work: async ({ provider, checkout_id }) => {
      const turns = provider === "other" ? 9 : 0;
      for (let turn = 0; turn < turns; turn += 1)
        await new Promise((done) => void setImmediate(done));
      asked.push(checkout_id);
    },
  });
  await expect(round).rejects.toThrow("the database is away");
  expect(asked).toHaveLength(8);
});
