import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createHandlers } from "../app.ts";
import { chooseComponent } from "./choose.ts";
import { chiSquare, wilson } from "./statistics.ts";
import { providersOf } from "../payments/registry.ts";
import { sandbox } from "../payments/sandbox/provider.ts";
import { appOver, startTestServer, useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";
import {
  type Visitor,
  arrive,
  expectAnswer,
  expectProblem,
  goodCard,
  openHosted,
  post,
  readObject,
} from "../testing/calls.ts";

const server = useServer();

const GET = "/api/ab/visitor-app-configuration";
const REPORT = "/api/admin/experiments.json";
const sides = [
  { component: "A", weight: 3 },
  { component: "B", weight: 1 },
];

describe("the side of a device", () => {
  const experiment = { name: "x", mounts: [], variants: sides };
  const devices = Array.from({ length: 20_000 }, (_, i) => `device-${i}`);

  test("is always the same, and as likely as its weight", () => {
    const chosen = devices.map((one) =>
      chooseComponent("calm", experiment, one),
    );
    expect(
      devices.map((one) => chooseComponent("calm", experiment, one)),
    ).toEqual(chosen);
    const a = chosen.filter((one) => one === "A").length;
    expect(a / devices.length).toBeCloseTo(0.75, 1.5);
    const split = chiSquare([
      { observed: a, expected: 15_000 },
      { observed: devices.length - a, expected: 5_000 },
    ]);
    expect(split.p).toBeGreaterThan(0.001);
  });

  test("in one experiment says nothing of the side in another", () => {
    const both = devices.filter(
      (one) =>
        chooseComponent("calm", experiment, one) === "B" &&
        chooseComponent("calm", { ...experiment, name: "y" }, one) === "B",
    );
    expect(both.length / devices.length).toBeCloseTo(1 / 16, 2);
  });
});

describe("statistics", () => {
  // The intervals of R's prop.test(correct = FALSE); the probabilities of its pchisq(lower.tail = FALSE).
  test.each([
    [0, 10, 0, 0.2775],
    [5, 10, 0.2366, 0.7634],
    [10, 10, 0.7225, 1],
    [100, 1_000, 0.0829, 0.1202],
  ])("%i of %i lie between %f and %f", (successes, of, low, high) => {
    const interval = wilson(successes, of);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });
  test.each([
    [[50, 50], [50, 50], 0, 1],
    [[60, 40], [50, 50], 4, 0.0455],
    [[5_300, 4_700], [5_000, 5_000], 36, 1.973e-9],
    [[30, 40, 30], [33.333333, 33.333333, 33.333334], 2, 0.3679],
    [[10, 10, 10, 22], [13, 13, 13, 13], 8.3077, 0.0401],
  ])("%j against %j is %f by chance %f", (observed, expected, statistic, p) => {
    const result = chiSquare(
      observed.map((count, i) => ({
        observed: count,
        expected: expected[i] ?? 0,
      })),
    );
    expect(result.statistic).toBeCloseTo(statistic, 3);
    expect(result.p / p).toBeCloseTo(1, 2);
  });
});

describe("a visitor's configuration", () => {
  test("is the device's, in another session as well, and that of the funnel", async () => {
    const device = { "x-device-id": randomUUID() };
    const [one, two] = [
      await arrive(server, device),
      await arrive(server, device),
    ];
    const first = expectAnswer(
      "visitor-app-configuration",
      await one.call(GET),
    );
    expect(first["variable_block"]).toBe("headline");
    expect((await two.call(GET)).json).toEqual(first);
    const elsewhere = await one.call(GET, {
      headers: { "x-funnel": "quiz-other" },
    });
    expect(elsewhere.json).toMatchObject({
      variable_block: "offer",
      configurations: first["configurations"],
    });
  });

  test("is empty on a brand without experiments", async () => {
    const { calm, other } = testSite.brands;
    const { app } = createHandlers({
      db: server.db,
      site: {
        ...testSite,
        brands: {
          ...(calm && { calm: { ...calm, experiments: [] } }),
          ...(other && { other }),
        },
      },
      providers: providersOf([sandbox]),
    });
    const answer = await app.request(`http://calm.localhost${GET}`);
    expect(await answer.json()).toEqual({
      variable_block: "",
      component: "",
      configurations: [],
    });
  });

  test("all configurations carry their shares", async () => {
    const answer = await server.send("/api/ab/all-configs");
    expect(expectAnswer("all-configs", answer)["configs"]).toEqual([
      {
        variable_block: "headline",
        components: [
          { component: "A", weight: 0.5 },
          { component: "B", weight: 0.5 },
        ],
      },
      {
        variable_block: "offer",
        components: [
          { component: "A", weight: 0.9 },
          { component: "B", weight: 0.1 },
        ],
      },
    ]);
  });

  test.each([
    ["update-visitor-app-configuration", `${GET}/update`],
    ["process-conversion", "/api/ab/process-conversion"],
  ])("%s refuses what the brand does not have", async (_, path) => {
    const visitor = await arrive(server);
    const send = (variable_block: string, component: string) =>
      visitor.call(path, {
        method: "POST",
        body: { variable_block, component },
      });
    const noSuch = expectProblem("experiment-unknown", await send("zzz", "A"));
    expect(noSuch["errors"]).toMatchObject([{ pointer: "#/variable_block" }]);
    const noSide = expectProblem(
      "experiment-unknown",
      await send("headline", "C"),
    );
    expect(noSide["errors"]).toMatchObject([{ pointer: "#/component" }]);
  });
});

describe("the report", () => {
  const shown = (visitor: Visitor, component: string, address?: string) =>
    visitor.call(`${GET}/update`, {
      method: "POST",
      headers: {
        host: "other.localhost",
        ...(address && { "x-referrer": address }),
      },
      body: { variable_block: "headline", component },
    });
  const convert = async (visitor: Visitor, component: string) => {
    const answer = await visitor.call("/api/ab/process-conversion", {
      method: "POST",
      headers: { host: "other.localhost" },
      body: { variable_block: "headline", component },
    });
    return expectAnswer("process-conversion", answer);
  };
  const report = async () => {
    const answer = await server.send(REPORT);
    const { experiments } = readObject(answer.json);
    const all: readonly unknown[] = Array.isArray(experiments)
      ? experiments
      : [];
    return all.find((one) => readObject(one)["brand"] === "other");
  };

  const conversionsOfCalm = async () => {
    const rows = await server.db
      .selectFrom("conversions")
      .select("variable_block")
      .where("brand", "=", "calm")
      .execute();
    const of = (name: string) =>
      rows.filter(({ variable_block }) => variable_block === name).length;
    return { headline: of("headline"), offer: of("offer") };
  };

  test("counts a visitor once, for the side they saw, and leaves out whom the address sent", async () => {
    const people = await Promise.all(
      Array.from({ length: 7 }, () => arrive(server)),
    );
    const [a, b, c, mixed, forced, late, returned] = people;
    if (!a || !b || !c || !mixed || !forced || !late || !returned)
      throw new Error("seven");
    for (const visitor of [a, b]) await shown(visitor, "A");
    await shown(a, "A");
    await shown(c, "B");
    await shown(mixed, "A");
    await shown(mixed, "B");
    await shown(forced, "A", "https://other.example/quiz?abtest=a");
    await shown(forced, "A");
    // Forced by the address of an earlier visit, as the page remembers.
    await returned.call(`${GET}/update`, {
      method: "POST",
      headers: { host: "other.localhost" },
      body: { variable_block: "headline", component: "B", forced: true },
    });
    expect(await convert(a, "A")).toMatchObject({ counted: true });
    expect(await convert(a, "A")).toMatchObject({ counted: false });
    // The kept side counts, and where an exposure was never told, the conversion tells it.
    expect(await convert(c, "A")).toMatchObject({ component: "B" });
    expect(await convert(late, "B")).toMatchObject({ counted: true });
    await convert(forced, "A");
    expect(await report()).toMatchObject({
      variable_block: "headline",
      sides: [
        { component: "A", visitors: 2, conversions: 1, rate: 0.5, expected: 2 },
        { component: "B", visitors: 2, conversions: 2, rate: 1, expected: 2 },
      ],
      split: { statistic: 0, p: 1, plausible: true },
      leftOut: { forced: 2, mixed: 1 },
    });
  });

  test.each([
    ["quiz-both", 1, 1],
    ["quiz-other", 0, 1],
  ])(
    "a sale in /%s counts for the experiments of that funnel whose side was seen",
    async (funnel, headline, offer) => {
      const before = await conversionsOfCalm();
      const visitor = await arrive(server, { "x-funnel": funnel });
      const send = (path: string, variable_block: string) =>
        visitor.call(path, {
          method: "POST",
          body: { variable_block, component: "A" },
        });
      const buy = async (buyer: Visitor) => {
        const { url } = await openHosted(buyer, "journal", `/${funnel}/oto`);
        await post(buyer, url, goodCard);
      };
      for (const name of ["headline", "offer"])
        await send(`${GET}/update`, name);
      await buy(visitor);
      const after = await conversionsOfCalm();
      expect(after.headline - before.headline).toBe(headline);
      expect(after.offer - before.offer).toBe(offer);
      // The page knows the one that it has shown last.
      expect(
        (await send("/api/ab/process-conversion", "offer")).json,
      ).toMatchObject({ variable_block: "offer", counted: false });

      const unseen = await arrive(server, { "x-funnel": funnel });
      await buy(unseen);
      await unseen.call("/api/ab/process-conversion", {
        method: "POST",
        body: { variable_block: "offer", component: "A" },
      });
      expect(await conversionsOfCalm()).toEqual({
        headline: after.headline,
        offer: after.offer + 1,
      });
    },
  );

  test("a page that tells of a sale late counts it for no side that was seen after it", async () => {
    const before = await conversionsOfCalm();
    const visitor = await arrive(server, { "x-funnel": "quiz-both" });
    const send = (path: string, variable_block: string) =>
      visitor.call(path, {
        method: "POST",
        body: { variable_block, component: "A" },
      });
    await send(`${GET}/update`, "headline");
    const { url } = await openHosted(visitor, "journal", "/quiz-both/oto");
    await post(visitor, url, goodCard);
    await send(`${GET}/update`, "offer");
    await send("/api/ab/process-conversion", "headline");
    expect(await conversionsOfCalm()).toEqual({
      headline: before.headline + 1,
      offer: before.offer,
    });
  });

  test.each([
    ["/quiz/oto?utm_source=x", "a page of their funnel", 1],
    ["/onepage", "a page of it elsewhere", 1],
    ["/other/oto", "another page", 0],
  ])(
    "money that was taken at %s, %s, counts without a word of the page",
    async (path, _, counted) => {
      const before = await conversionsOfCalm();
      const visitor = await arrive(server);
      const body = { variable_block: "headline", component: "A" };
      await visitor.call(`${GET}/update`, { method: "POST", body });
      const { url } = await openHosted(visitor, "journal", path);
      await post(visitor, url, goodCard);
      const after = await conversionsOfCalm();
      expect(after.headline - before.headline).toBe(counted);
      expect(after.offer).toBe(before.offer);
      const told = await visitor.call("/api/ab/process-conversion", {
        method: "POST",
        body,
      });
      expect(told.json).toMatchObject({ counted: counted === 0 });
    },
  );

  test("is a text as well, with each side's interval as a line", async () => {
    const text = await server.send("/api/admin/experiments.txt");
    expect(text.text).toMatch(/A +2 +1 +0 +50\.0 %.*-+o-+/);
    expect(text.headers["x-findings"]).toBe("0");
  });

  test("whoever was given back all that they paid has not converted, and is told beside it", async () => {
    const buyer = async (amount?: number) => {
      const visitor = await arrive(server, { host: "other.localhost" });
      await shown(visitor, "A");
      await convert(visitor, "A");
      const { id, url } = await openHosted(visitor);
      await post(visitor, url, goodCard);
      const path = `/api/admin/orders/${id}/refund`;
      if (amount !== 0)
        await server.send(path, {
          method: "POST",
          headers: { "idempotency-key": randomUUID() },
          body: { amount },
        });
      return id;
    };
    await buyer(0);
    await buyer(1);
    const returned = await buyer();
    const renewed = await buyer();
    const renew = (checkout_id: string, state: "paid" | "charged_back") =>
      server.db
        .insertInto("renewals")
        .values({
          checkout_id,
          reference: randomUUID(),
          amount: 1999,
          currency: "USD",
          paid_at: new Date(),
          state,
        })
        .execute();
    await renew(returned, "charged_back");
    for (const state of ["charged_back", "paid"] as const)
      await renew(renewed, state);
    expect(await report()).toMatchObject({
      sides: [
        {
          component: "A",
          visitors: 6,
          conversions: 4,
          refunded: 1,
          rate: 4 / 6,
        },
        { component: "B", visitors: 2, conversions: 2, refunded: 0 },
      ],
    });
  });

  test("a split that is not by the weights is a finding", async () => {
    for (let i = 0; i < 30; i += 1) await shown(await arrive(server), "B");
    const text = await server.send("/api/admin/experiments.txt");
    expect(text.text).toContain("NOT as the weights say");
    expect(text.headers["x-findings"]).toBe("1");
  });
});

describe("who may see figures", () => {
  test.each([
    ["a brand's host", { host: "calm.example" }],
    ["a proxy in between", { "x-forwarded-for": "192.0.2.1" }],
    ["a page of another site", { "sec-fetch-site": "cross-site" }],
  ])("without a token, not %s", async (_, headers) => {
    const answer = await server.send(REPORT, { headers });
    expect(expectProblem("not-found", answer)["status"]).toBe(404);
  });

  const withToken = (headers: Record<string, string>, production = true) =>
    appOver(server, {
      adminToken: "correct-horse",
      production,
    }).request(`https://calm.example${REPORT}`, { headers });
  const basic = (password: string) =>
    `Basic ${Buffer.from(`me:${password}`).toString("base64")}`;

  test.each([
    ["Bearer correct-horse", 200],
    ["Bearer wrong", 401],
    ["", 401],
    [basic("correct-horse"), 200],
    [basic("correct-hors"), 401],
    ["Digest x", 401],
  ])("with one, %j is a %i", async (authorization, status) => {
    const answer = await withToken({ authorization });
    expect(answer.status).toBe(status);
    if (status === 401)
      expect(answer.headers.get("www-authenticate")).toContain("Basic");
  });

  test("not even a call from this machine, in production without a token", async () => {
    const production = await startTestServer({ production: true });
    expect((await production.send(REPORT)).status).toBe(404);
    await production.stop();
  });
});
