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

const shown = (...names: readonly string[]) =>
  names.map((name) => ({ picture: picture(name), size: "column" }) as const);

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
  ).toEqual([
    { picture: picture("/a.svg"), size: "column" },
    { picture: picture("/b.webp"), size: "half" },
  ]);
});

test("each is fetched once, behind everything else, and one that is gone harms nobody", async () => {
  await fetchPictures(shown("/1.svg", "/gone.svg", "/2.svg"));
  await fetchPictures(shown("/2.svg", "/3.svg"));
  expect(asked).toEqual([
    "/1.svg low",
    "/gone.svg low",
    "/2.svg low",
    "/3.svg low",
  ]);
});

test("what is on the screen comes first", async () => {
  const onScreen = document.body.appendChild(document.createElement("img"));
  Object.defineProperty(onScreen, "complete", { value: false });
  const fetched = fetchPictures(shown("/4.svg"));
  await Promise.resolve();
  expect(asked).toEqual([]);
  onScreen.dispatchEvent(new Event("load"));
  await fetched;
  expect(asked).toEqual(["/4.svg low"]);
});

test("nothing is fetched for visitors who save data", async () => {
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  await fetchPictures(shown("/5.svg"));
  expect(asked).toEqual([]);
});
