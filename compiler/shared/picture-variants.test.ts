import { expect, test } from "vitest";
import { addressesOf, variantWidths } from "./picture-variants.ts";

test.each([
  ["photo.jpg", 159, [159]],
  ["photo.jpg", 160, [160]],
  ["photo.PNG", 161, [160, 161]],
  ["photo.webp", 800, [160, 240, 360, 540, 800]],
  ["photo.avif", 1_600, [160, 240, 360, 540, 800, 1_200, 1_600]],
  ["photo.jpeg", 4_000, [160, 240, 360, 540, 800, 1_200, 1_600]],
  ["drawing.svg", 800, []],
  ["loop.gif", 800, []],
  ["film.mp4", 0, []],
  ["unreadable.jpg", 0, []],
])("%s of %i pixels is made in %j", (name, width, widths) => {
  expect(variantWidths(name, width, false)).toEqual(widths);
});

test("what moves is served as it is", () => {
  expect(variantWidths("photo.webp", 800, true)).toEqual([]);
});

const photo = {
  src: "/assets/calm/sea.at.night.1a2b3c4d.jpg",
  width: 300,
  height: 200,
  widths: [160, 300],
};

test("a photo has an address for each width; in the common format its own width is the file itself", () => {
  expect(addressesOf(photo, "avif")).toEqual([
    [160, "/assets/calm/sea.at.night.1a2b3c4d-160.avif"],
    [300, "/assets/calm/sea.at.night.1a2b3c4d-300.avif"],
  ]);
  expect(addressesOf(photo, "webp")).toEqual([
    [160, "/assets/calm/sea.at.night.1a2b3c4d-160.webp"],
    [300, photo.src],
  ]);
  const { widths: _, ...drawing } = photo;
  expect(addressesOf(drawing, "avif")).toEqual([]);
});
