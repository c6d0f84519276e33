// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { loadModule } from "./load-module.ts";

// Nothing is fetched here, and nothing is said of that.
Reflect.get(window, "happyDOM").settings.handleDisabledFileLoadingAsSuccess =
  true;

/** Stylesheets that are asked for and not there yet. */
const asked = () => [
  ...document.head.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]"),
];
const hrefs = () => asked().map((link) => link.getAttribute("href"));
const end = (type: "load" | "error") =>
  asked().at(-1)?.dispatchEvent(new Event(type));

afterEach(() => document.head.replaceChildren());

test("a module comes with its stylesheet, which is asked for beside it, and once", async () => {
  const calls: string[] = [];
  const load = () =>
    loadModule(async () => {
      calls.push("module");
      return { Page: "page" };
    }, ["assets/page-1.js", "assets/page-1.css"]);
  let isThere = false;
  const first = load().then((module) => {
    isThere = true;
    return module;
  });
  const second = load();
  expect(calls).toEqual(["module", "module"]);
  expect(hrefs()).toEqual(["/assets/page-1.css"]);
  await Promise.resolve();
  expect(isThere).toBe(false);
  end("load");
  expect(await first).toEqual({ Page: "page" });
  expect(await second).toEqual({ Page: "page" });
  await load();
  expect(hrefs()).toEqual(["/assets/page-1.css"]);
});

test("one that the document has is not waited for", async () => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "/assets/page-2.css";
  document.head.append(link);
  const files = ["assets/page-2.css"];
  expect(await loadModule(async () => "there", files)).toBe("there");
  expect(hrefs()).toEqual(["/assets/page-2.css"]);
});

test("a module without any is there as soon as it is", async () => {
  expect(await loadModule(async () => "there")).toBe("there");
  expect(await loadModule(async () => "there", ["assets/a.js"])).toBe("there");
  expect(hrefs()).toEqual([]);
});

test("a stylesheet that failed is asked for anew", async () => {
  const load = () => loadModule(async () => "there", ["assets/page-3.css"]);
  const failing = load();
  end("error");
  await expect(failing).rejects.toThrow("/assets/page-3.css did not load");
  expect(hrefs()).toEqual([]);
  const again = load();
  expect(hrefs()).toEqual(["/assets/page-3.css"]);
  end("load");
  expect(await again).toBe("there");
});

test("a module that failed is the failure of both", async () => {
  const failing = loadModule(
    () => Promise.reject(new Error("away")),
    ["assets/page-4.css"],
  );
  await expect(failing).rejects.toThrow("away");
});
