// @vitest-environment happy-dom
import { cleanup } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, test } from "vitest";
import { renderPage } from "../testing/render-page.tsx";
import { Picture } from "./picture.tsx";

afterEach(cleanup);

const sea = {
  src: "/assets/calm/sea.1a2b3c4d.jpg",
  width: 300,
  height: 200,
};

const show = (element: ReactElement) =>
  renderPage({ page: "info", props: { heading: "", button: "" } }, element);

test("a photo is offered in each width, the smallest format first", () => {
  show(<Picture picture={{ ...sea, widths: [160, 300] }} size="half" />);
  const source = document.querySelector("picture > source");
  expect(source?.getAttribute("type")).toBe("image/avif");
  expect(source?.getAttribute("srcset")).toBe(
    "/assets/calm/sea.1a2b3c4d-160.avif 160w, /assets/calm/sea.1a2b3c4d-300.avif 300w",
  );
  const image = document.querySelector("picture > img");
  expect(image?.getAttribute("srcset")).toBe(
    "/assets/calm/sea.1a2b3c4d-160.webp 160w, /assets/calm/sea.1a2b3c4d.jpg 300w",
  );
  expect(image?.getAttribute("sizes")).toContain("44vw");
  expect(image?.getAttribute("src")).toBe(sea.src);
  expect(image?.getAttribute("width")).toBe("300");
});

test("a drawing is served as it is", () => {
  show(<Picture picture={sea} />);
  expect(document.querySelector("picture")).toBeNull();
  expect(document.querySelector("img")?.hasAttribute("srcset")).toBe(false);
});
