// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchPictures, picturesIn } from "./pictures-ahead.ts";

const asked: string[] = [];
class Picture {
  fetchPriority = "auto";
  src = "";
  decode() {
    asked.push(`${this.src} ${this.fetchPriority}`);
    return this.src.includes("gone")
      ? Promise.reject(new Error("not found"))
      : Promise.resolve();
  }
}

beforeEach(() => void vi.stubGlobal("Image", Picture));
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  asked.length = 0;
});

const picture = (name: string) => ({ src: name, width: 8, height: 8 });

test("all pictures of a page are found, wherever they stand, and nothing else", () => {
  expect(
    picturesIn({
      picture: picture("/a.svg"),
      options: [
        { label: "/no.svg", picture: picture("/b.webp") },
        { label: "x" },
      ],
      sections: [{ section: "video", video: picture("/film.mp4") }],
    }),
  ).toEqual(["/a.svg", "/b.webp"]);
});

test("each is fetched once, behind everything else, and one that is gone harms nobody", async () => {
  await fetchPictures(["/1.svg", "/gone.svg", "/2.svg"]);
  await fetchPictures(["/2.svg", "/3.svg"]);
  expect(asked).toEqual([
    "/1.svg low",
    "/gone.svg low",
    "/2.svg low",
    "/3.svg low",
  ]);
});

test("what is on the screen comes first", async () => {
  const shown = document.body.appendChild(document.createElement("img"));
  Object.defineProperty(shown, "complete", { value: false });
  const fetched = fetchPictures(["/4.svg"]);
  await Promise.resolve();
  expect(asked).toEqual([]);
  shown.dispatchEvent(new Event("load"));
  await fetched;
  expect(asked).toEqual(["/4.svg low"]);
});

test("nothing is fetched for visitors who save data", async () => {
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  await fetchPictures(["/5.svg"]);
  expect(asked).toEqual([]);
});
