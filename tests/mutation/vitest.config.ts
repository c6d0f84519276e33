import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { findRoot } from "../../compiler/checkout.mjs";
import { viteOptions } from "../../compiler/site/vite-options.ts";
import { TAG } from "../testing/long.ts";
import { mutate } from "./mutants.ts";

const root = findRoot();
const site = viteOptions(root);
const files = new Set((process.env["MUTATED"] ?? "").split("\n"));

/** The server's tests, on modules that hold their mutants. */
export default defineConfig({
  ...site,
  plugins: [
    ...site.plugins,
    {
      name: "mutants",
      enforce: "pre",
      transform: (source: string, id: string) => {
        const file = relative(root, id);
        return files.has(file) ? mutate(file, source).code : null;
      },
    },
  ],
  test: {
    include: ["server/**/*.test.ts"],
    exclude: ["**/*.long.test.ts"],
    tags: [TAG],
    isolate: false,
    runner: "tests/mutation/runner.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Mutants are tried one at a time on each core: what is waited for comes soon, or never.
    expect: {
      poll: {
        timeout: process.env["MUTANTS_MET"] === undefined ? 8_000 : 30_000,
      },
    },
    env: { NO_COLOR: "1", FORCE_COLOR: "0" },
    disableConsoleIntercept: true,
    setupFiles: ["tests/testing/clean-up.ts", "tests/mutation/setup.ts"],
  },
});
