import { describe, expect, test } from "vitest";
import { DAY_MS } from "../durations.ts";
import { deleteOutlived } from "../db/cleanup.ts";
import type { Site } from "../site.ts";
import { expectProblem } from "../testing/calls.ts";
import { operatorOf } from "../testing/operator.ts";
import { useServer } from "../testing/server.ts";
import { testSite } from "../testing/site.ts";

const TOKEN = "correct-horse";
const names = ["age", "area", "offer"];
const [brand] = Object.values(testSite.brands);
if (brand === undefined) throw new Error("the site has no brand");
const counted = names.map((id, i) => ({
  id,
  head: `The ${id}?`,
  addresses: [`/a/${i + 1}-${id}`, `/b/${i + 1}-${id}`],
  isEnd: false,
}));
/** A brand whose funnels are counted, but for the third. */
const site: Site = {
  ...testSite,
  brands: {
    ...testSite.brands,
    walked: {
      ...brand,
      id: "walked",
      hosts: ["walked.example"],
      funnels: [
        { id: "quiz", mounts: ["/a", "/b"], elsewhere: [], counted },
        {
          id: "test",
          mounts: ["/t"],
          elsewhere: [],
          counted: [
            { id: "one", head: "One", addresses: ["/t/1-one"], isEnd: true },
          ],
        },
        { id: "old", mounts: ["/o"], elsewhere: [] },
      ],
    },
  },
};
const server = useServer(() => ({ site, adminToken: TOKEN }));
const { open } = operatorOf(server, TOKEN);

const tell = (body: unknown, headers = { "content-type": "text/plain" }) =>
  server.send("/api/visitor/count-pages", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
/** A visit that comes as far as so many pages, four seconds on each. */
const visit = (far: number, mount = "/a", host = "walked.example") =>
  tell({
    host,
    told: 0,
    pages: names
      .slice(0, far)
      .map((id, i) => ({ page: `${mount}/${i + 1}-${id}`, at: i * 4_000 })),
  });
const report = async (query: string, accept = "application/json") =>
  server.send(`/api/admin/visits${query}`, {
    headers: { authorization: `Bearer ${TOKEN}`, accept },
  });

describe("a visit is counted", () => {
  test("by its pages, whichever mount it came in by", async () => {
    for (let i = 0; i < 6; i += 1) {
      expect((await visit(2)).json).toEqual({ counted: 2 });
      expect((await visit(3, "/b")).json).toEqual({ counted: 3 });
    }
    const { json } = await report("?funnel=walked/quiz");
    expect(json).toEqual({
      version: 1,
      since: "2029-12-26",
      before: null,
      funnels: [
        {
          brand: "walked",
          funnel: "quiz",
          pages: [
            {
              page: "age",
              head: "The age?",
              address: "/a/1-age",
              seen: 12,
              on: 12,
              left: 0,
              median_s: 4,
            },
            {
              page: "area",
              head: "The area?",
              address: "/a/2-area",
              seen: 12,
              on: 6,
              left: 6,
              median_s: 4,
            },
            // Fewer than ten.
            {
              page: "offer",
              head: "The offer?",
              address: "/a/3-offer",
              seen: null,
              on: null,
              left: null,
              median_s: null,
            },
          ],
        },
      ],
    });
  });

  test("without a session, and leaves none", async () => {
    const answer = await visit(1);
    expect(answer.headers).not.toHaveProperty("x-session-id");
    const { sessions } = await server.db
      .selectFrom("sessions")
      .select(({ fn }) => fn.countAll<string>().as("sessions"))
      .executeTakeFirstOrThrow();
    expect(Number(sessions)).toBe(0);
  });

  test.each([
    ["an unknown host", "nobody.example", "/a/1-age"],
    ["a page that the funnel does not have", "walked.example", "/a/9-age"],
    ["a brand of before it was counted", "calm.localhost", "/a/1-age"],
    ["a name that every object has", "walked.example", "constructor"],
  ])("but not at %s", async (_, host, page) => {
    const answer = await tell({ host, told: 0, pages: [{ page, at: 1 }] });
    expect(answer.json).toEqual({ counted: 0 });
  });

  test.each([
    [
      "no text",
      { host: "walked.example", told: 0, pages: [] },
      "application/json",
    ],
    ["no host", { told: 0, pages: [] }, "text/plain"],
    [
      "no number",
      { host: "a", told: 0, pages: [{ page: "/", at: "1" }] },
      "text/plain",
    ],
    [
      "too many",
      {
        host: "a",
        told: 0,
        pages: Array.from({ length: 501 }, () => ({ page: "/", at: 1 })),
      },
      "text/plain",
    ],
  ])("and what has %s is refused", async (_, body, type) => {
    const { status } = await tell(body, { "content-type": type });
    expect([415, 422]).toContain(status);
  });
});

test("what is sent as another type is told which one it has to be", async () => {
  const body = { host: "walked.example", told: 0, pages: [] };
  const { text } = await tell(body, { "content-type": "application/json" });
  expect(text).toContain("text/plain");
  expect(text).not.toContain("application/json");
});

describe("where visitors leave", () => {
  test("is told of other days as well, and of no day that is over", async () => {
    expect((await report("?since=2030-01-02")).json).toMatchObject({
      funnels: [],
    });
    expect((await report("?before=2030-01-01")).json).toMatchObject({
      funnels: [],
    });
    const { json } = await report("?since=2030-01-01&before=2030-01-02");
    expect(json).toMatchObject({ funnels: [{ funnel: "quiz" }] });
  });

  test("is said as a table, with a bar for each page", async () => {
    for (let i = 0; i < 10; i += 1)
      await tell({
        host: "walked.example",
        told: 0,
        pages: [{ page: "/t/1-one", at: 1 }],
      });
    const { text } = await report("", "text/plain");
    expect(text.split("\n").map((line) => line.trimEnd())).toEqual([
      "From 2029-12-26 up to now (UTC)",
      "",
      "walked/quiz",
      "page   says first  seen      left here   looked at",
      "age    The age?    13        1 (7.7 %)   4.0 s      ########################",
      "area   The area?   12        6 (50.0 %)  4.0 s      ######################",
      "offer  The offer?  under 10",
      "",
      "walked/test",
      "page  says first  seen  left here  looked at",
      "one   One         10    the end               ########################",
      "",
    ]);
  });

  test("is a page as well, for all funnels or one", async () => {
    const all = await open("/pages/visits");
    expect(all.text).toContain("walked/test");
    const { text } = await open(
      "/pages/visits?funnel=walked%2Fquiz&since=&before=",
    );
    expect(text).toContain('<option value="walked/quiz" selected');
    expect(text).toMatch(
      /<meter\s+min="0"\s+max="13"\s+value="12"\s*>12 of 13<\/meter>/,
    );
    expect(text).not.toContain("<h2>walked/test");
    const none = await open("/pages/visits?funnel=walked%2Fold");
    expect(none.text).toContain("Nobody was counted.");
  });

  test("is told of pages that are no longer there, behind the others", async () => {
    await server.db
      .insertInto("page_counts")
      .values({
        day: "2030-01-01",
        brand: "walked",
        funnel: "quiz",
        page: "gone",
        event: "seen",
        within_s: 0,
        count: 40,
      })
      .execute();
    const { text } = await report("?funnel=walked/quiz", "text/plain");
    expect(text).toMatch(/gone +\(no longer there\) +40 +40 \(100\.0 %\)/);
  });

  test.each([
    "?funnel=walked",
    "?funnel=/",
    "?funnel=a/b/c",
    "?since=soon",
    "?limit=3",
  ])("cannot be asked for by %s", async (query) => {
    const answer = await report(query);
    expect(answer.status).toBe(422);
    expectProblem("invalid", answer);
  });

  test("is hidden from whoever does not know the token", async () => {
    expect((await server.send("/api/admin/visits")).status).toBe(401);
  });
});

test("a page is counted once, below however many mounts a visit has seen it", async () => {
  const pages = ["/a/1-age", "/b/1-age"].map((page, at) => ({ page, at }));
  const answer = await tell({ host: "walked.example", told: 0, pages });
  expect(answer.json).toEqual({ counted: 1 });
});

test("after 400 days the counts are deleted", async () => {
  const now = new Date(server.clock.ms + 399 * DAY_MS);
  await deleteOutlived(server.db, now);
  expect((await report("?since=2030-01-01")).json).toMatchObject({
    funnels: [{}, {}],
  });
  await deleteOutlived(server.db, new Date(now.getTime() + 3 * DAY_MS));
  expect((await report("?since=2030-01-01")).json).toMatchObject({
    funnels: [],
  });
});
