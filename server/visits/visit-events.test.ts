import { expect, test } from "vitest";
import { LONGER_S } from "./times.ts";
import { eventsOf } from "./visit-events.ts";

const visit = (...pages: readonly (readonly [page: string, at: number])[]) =>
  pages.map(([page, at]) => ({ page, at }));
const known = new Map(["/a", "/b", "/c"].map((id) => [id, { id }]));
/** The first page below another mount. */
known.set("/2/a", known.get("/a") ?? { id: "" });
const words = (told: number, pages: ReturnType<typeof visit>) =>
  eventsOf({ told, pages }, known).map(({ page, event, within_s }) =>
    event === "seen" ? `${page.id} seen` : `${page.id} on in ${within_s}`,
  );

test("a page is seen, and left for the next one after some time", () => {
  expect(words(0, visit(["/a", 0], ["/b", 1_000], ["/c", 5_001]))).toEqual([
    "/a seen",
    "/b seen",
    "/a on in 1",
    "/c seen",
    "/b on in 5",
  ]);
});

test("whoever goes back and on again is counted once", () => {
  const pages = visit(
    ["/a", 0],
    ["/b", 10],
    ["/a", 20],
    ["/b", 30],
    ["/c", 40],
  );
  expect(words(0, pages)).toEqual([
    "/a seen",
    "/b seen",
    "/a on in 1",
    "/c seen",
    "/b on in 1",
  ]);
});

test("whoever goes back and takes another way leaves at one page, the last new one", () => {
  const pages = visit(["/a", 0], ["/b", 4_000], ["/a", 9_000], ["/c", 60_000]);
  const whole = ["/a seen", "/b seen", "/a on in 5", "/c seen", "/b on in 5"];
  expect(words(0, pages)).toEqual(whole);
  expect(words(3, pages)).toEqual(whole.slice(3));
});

test("a reload is no end of a look", () => {
  const pages = visit(["/a", 0], ["/a", 4_000], ["/b", 10_000]);
  expect(words(0, pages)).toEqual(["/a seen", "/b seen", "/a on in 12"]);
});

test("a page is the same one below another mount", () => {
  const pages = visit(["/a", 0], ["/2/a", 1_000], ["/b", 10_000]);
  expect(words(0, pages)).toEqual(["/a seen", "/b seen", "/a on in 12"]);
  expect(words(1, pages)).toEqual(["/b seen", "/a on in 12"]);
});

test("whoever goes on to a page that is not counted has gone on", () => {
  const pages = visit(["/a", 0], ["/else", 10_000], ["/b", 20_000]);
  expect(words(0, pages)).toEqual(["/a seen", "/a on in 12", "/b seen"]);
});

test("what was counted before says where the visit went on from, and no more", () => {
  const pages = visit(["/a", 0], ["/b", 10], ["/c", 20]);
  expect(words(2, pages)).toEqual(["/c seen", "/b on in 1"]);
  expect(words(3, pages)).toEqual([]);
  expect(words(9, pages)).toEqual([]);
});

test("a clock that was set back says that a visit went on, and not when", () => {
  expect(words(0, visit(["/a", 10], ["/b", 9]))).toEqual([
    "/a seen",
    "/b seen",
    "/a on in 0",
  ]);
  expect(words(0, visit(["/a", 9], ["/b", 9]))).toContain("/a on in 1");
});

test("a page that lay open for days counts as looked at for longer than all others", () => {
  const pages = visit(["/a", 0], ["/b", 3 * 86_400_000]);
  expect(words(0, pages)).toContain(`/a on in ${LONGER_S}`);
});
