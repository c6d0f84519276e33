// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { loadScript } from "./vendor-script.ts";

const URL = "https://cdn.ab.example/s.js";
const added: HTMLScriptElement[] = [];
vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
  for (const node of nodes)
    if (node instanceof HTMLScriptElement) added.push(node);
});
afterEach(() => {
  added.length = 0;
  Reflect.deleteProperty(globalThis, "trustedTypes");
});

test("loads a script from its address, without holding anything up", async () => {
  const loading = loadScript(URL);
  expect(added.map(({ src, async }) => [src, async])).toEqual([[URL, true]]);
  added[0]?.dispatchEvent(new Event("load"));
  await expect(loading).resolves.toBeUndefined();
});

test("a script that is blocked rejects", async () => {
  const loading = loadScript(URL);
  added[0]?.dispatchEvent(new Event("error"));
  await expect(loading).rejects.toThrow("could not be loaded");
});

test("where the browser asks for trusted addresses, a policy knows this one alone", () => {
  const made: string[] = [];
  Reflect.set(globalThis, "trustedTypes", {
    createPolicy: (
      name: string,
      rules: { createScriptURL: (url: string) => string },
    ) => {
      made.push(name, rules.createScriptURL("https://evil.example/x.js"));
      return rules;
    },
  });
  void loadScript(URL);
  expect(made).toEqual(["vendor-script", URL]);
  expect(added[0]?.src).toBe(URL);
});
