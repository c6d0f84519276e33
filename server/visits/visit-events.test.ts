import { expect, test } from "vitest";
import { LONGER_S } from "./times.ts";
import { eventsOf } from "./visit-events.ts";

const visit = (...pages: readonly (readonly [page: string, at: number])[]) =>
  pages.map(([page, at]) => ({ page, at }));
const words = (told: number, pages: ReturnType<typeof visit>) =>
  eventsOf({ told, pages }).map(({ address, event, within_s }) =>
    event === "seen" ? `${address} seen` : `${address} on in ${within_s}`,
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

test("whoever goes back and takes another way has left the page once", () => {
  const pages = visit(["/a", 0], ["/b", 10], ["/a", 20], ["/c", 30]);
  expect(words(0, pages)).toEqual([
    "/a seen",
    "/b seen",
    "/a on in 1",
    "/c seen",
  ]);
});

test("what was counted before says where the visit went on from, and no more", () => {
  const pages = visit(["/a", 0], ["/b", 10], ["/c", 20]);
  expect(words(2, pages)).toEqual(["/c seen", "/b on in 1"]);
  expect(words(3, pages)).toEqual([]);
  expect(words(9, pages)).toEqual([]);
});

test("of a clock that was set back only the pages are counted", () => {
  expect(words(0, visit(["/a", 10], ["/b", 9]))).toEqual([
    "/a seen",
    "/b seen",
  ]);
});

test("a page that lay open for days counts as looked at for longer than all others", () => {
  const pages = visit(["/a", 0], ["/b", 3 * 86_400_000]);
  expect(words(0, pages)).toContain(`/a on in ${LONGER_S}`);
});
