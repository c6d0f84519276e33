import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { routes } from "../server/routes/registry.ts";

const FOLDER = new URL("../runtime/api/", import.meta.url);
const files = readdirSync(FOLDER).filter(
  (file) =>
    file.endsWith(".ts") &&
    !/\.(test|fixture|d)\.ts$/.test(file) &&
    file !== "client.ts",
);
const called = files.flatMap((file) => {
  const code = readFileSync(new URL(file, FOLDER), "utf8");
  return [...code.matchAll(/["`](\/[a-z][\w/${}().-]*)["`]/g)].map(
    ([, path = ""]) => [path.replaceAll(/\$\{[^}]*\}/g, "{}"), file] as const,
  );
});

test("the client's paths are found", () => {
  expect(called.map(([path]) => path)).toContain("/visitor/make-charge/{}");
});

test.each(called)("%s of %s is in the server's route table", (path) => {
  expect(
    routes.map((route) => route.path.replaceAll(/\{\w+\}/g, "{}")),
  ).toContain(path);
});
