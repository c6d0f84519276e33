/** Deadlines at the very millisecond at which something changes. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keepDeadline } from "../db/countdowns.ts";
import { insertSession } from "../db/sessions.ts";
import { inCall } from "../testing/context.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import {
  extendCountdown,
  HOLD_MS,
  requireInTime,
  runCountdown,
} from "./countdown.ts";

const server = useServer();
const GRACE_MS = 10_000;
const NOW = Date.UTC(2030, 4, 1);
const countdown = {
  funnel: "quiz",
  mounts: ["/quiz"],
  minutes: 30,
  products: {},
};
const LENGTH_MS = 30 * 60_000;

const someone = () => {
  const session = randomUUID();
  return { brand: "calm", names: [session], session };
};
/** A session that is open at `NOW`. */
const openSession = () =>
  insertSession(server.db, {
    sessionId: randomUUID(),
    visitorId: randomUUID(),
    deviceId: null,
    brand: "calm",
    now: new Date(NOW),
    expiresAt: new Date(NOW + 1),
  });
const at = (ms: number) => ({ db: server.db, now: () => new Date(ms) });
const deadline = (ms: number, extended = 0) => ({
  endsAt: new Date(ms),
  extended,
});
const kept = (ms: number, extended = 0) => ({
  ...deadline(ms, extended),
  serverEnd: new Date(ms),
});

describe("a countdown that runs", () => {
  test("begins without an extension, with what the page shows at most", async () => {
    const run = (leftMs: number) =>
      runCountdown(at(NOW), someone(), countdown, { leftMs, extended: 3 });
    expect(await run(LENGTH_MS)).toEqual(deadline(NOW + LENGTH_MS));
    expect(await run(LENGTH_MS + 1)).toEqual(deadline(NOW + LENGTH_MS));
    expect(await run(LENGTH_MS - 1)).toEqual(deadline(NOW + LENGTH_MS - 1));
  });

  test.each([
    ["as often, and shows less", 2, -1, NOW + 999],
    ["as often, and shows more", 2, 1, NOW + 1_000],
    ["once less, and shows less", 1, -1, NOW + 1_000],
    ["once more, and shows less", 3, -1, NOW + 999],
  ])(
    "of a page that has heard of extensions %s ends when it may",
    async (_, extended, more, end) => {
      const holders = someone();
      await keepDeadline(server.db, holders, "quiz", kept(NOW + 1_000, 2));
      const shown = { leftMs: 1_000 + more, extended };
      expect(await runCountdown(at(NOW), holders, countdown, shown)).toEqual(
        deadline(end, 2),
      );
    },
  );

  test("can be extended until ten seconds after its end", async () => {
    const extend = (ms: number) =>
      extendCountdown(at(ms), someone(), countdown, deadline(NOW), {
        leftMs: 0,
        extended: 0,
      });
    expect(await extend(NOW + GRACE_MS)).toEqual(deadline(NOW + LENGTH_MS, 1));
    expect(await extend(NOW + GRACE_MS + 1)).toEqual(deadline(NOW));
  });
});

describe("a product that is sold in time", () => {
  const sell = async (ms: number, confirmedMs: number | null) => {
    const holders = someone();
    await keepDeadline(server.db, holders, "quiz", kept(NOW));
    const confirmedAt = confirmedMs === null ? null : new Date(confirmedMs);
    const session = await openSession();
    const sale = { session, product: "intro", confirmedAt };
    return inCall((c) => requireInTime(c, at(ms), holders, sale));
  };
  const OVER = { problem: { type: "urn:problem:price-changed" } };

  test.each([
    [NOW + GRACE_MS, null],
    [NOW + HOLD_MS, NOW],
    [NOW + HOLD_MS, NOW + GRACE_MS],
  ])("is sold at %s, confirmed at %s", async (ms, confirmed) => {
    await expect(sell(ms, confirmed)).resolves.toBeUndefined();
  });

  test.each([
    [NOW + GRACE_MS + 1, null],
    [NOW + HOLD_MS + 1, NOW],
    [NOW + HOLD_MS, NOW + GRACE_MS + 1],
  ])("is sold no more at %s, confirmed at %s", async (ms, confirmed) => {
    await expect(sell(ms, confirmed)).rejects.toMatchObject(OVER);
  });

  test.each([
    [{ "x-referrer": "http://calm.localhost/long/oto" }, 60],
    [{ referer: "http://calm.localhost/long/oto" }, 60],
    [{ "x-referrer": "http://calm.localhost/quiz/oto" }, 30],
    [{ "x-referrer": "http://calm.localhost/longer/oto" }, 30],
    [{}, 30],
  ])(
    "starts the countdown of the page %j: %s minutes",
    async (headers, minutes) => {
      const calm = testSite.brands["calm"];
      const [quiz] = calm?.countdowns ?? [];
      if (calm === undefined || quiz === undefined) throw new Error("no brand");
      const long = { ...quiz, funnel: "long", mounts: ["/long"], minutes: 60 };
      const holders = someone();
      const session = await openSession();
      const sale = { session, product: "intro", confirmedAt: null };
      await inCall((c) => {
        c.set("brand", { ...calm, countdowns: [quiz, long] });
        return requireInTime(c, at(NOW), holders, sale);
      }, headers);
      const kept = await server.db
        .selectFrom("countdowns")
        .select("ends_at")
        .where("holder", "in", holders.names)
        .execute();
      expect(kept).toEqual([{ ends_at: new Date(NOW + minutes * 60_000) }]);
    },
  );
});
