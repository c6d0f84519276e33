import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { findRoot } from "./compiler/checkout.mjs";
import { viteOptions } from "./compiler/site/vite-options.ts";
import { TAG } from "./tests/testing/long.ts";
import { ByEnvironment } from "./tests/testing/order.ts";
import { PATIENCE_MS } from "./tests/testing/patience.ts";

/**
 * Vendors that go on trying after their test: what they leave running ends with their process. And tests that load the
 * compiler anew, which every file after them would have to do as well.
 */
const APART = [
  "runtime/analytics/{posthog,sentry,measuring,replay}.test.{ts,tsx}",
  "compiler/{commands/fault,site/deliver}.test.ts",
];

/** Files that go with the tag `long`, and have a process of their own each. */
const LONG = "**/*.long.test.ts";

/** Newer versions of Node have a storage of their own, which would stand in for that of a test's document. */
const NO_STORAGE = "--no-experimental-webstorage";

/** Tests drop most of what they make at once: with room for it, they take a few hundredths less of a processor. */
const ROOMY = "--max-semi-space-size=32";

const options = viteOptions(findRoot());

export default defineConfig({
  // Of vite.config.ts all but the development server, which takes longer to load than most tests.
  ...options,
  plugins: [...options.plugins, packagesAsShipped()],
  test: {
    // Ends what hangs; a busy machine is no reason to fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: PATIENCE_MS } },
    execArgv: [
      ROOMY,
      ...(process.allowedNodeEnvironmentFlags.has(NO_STORAGE)
        ? [NO_STORAGE]
        : []),
    ],
    sequence: { sequencer: ByEnvironment },
    // Some environments ask for colours, CI among them; what is expected of a text is its words, and of a time its day in
    // one zone.
    env: {
      NO_COLOR: "1",
      FORCE_COLOR: "0",
      TZ: "UTC",
      // Where the tests run is not where those of them that check a folder are.
      GITHUB_WORKSPACE: "",
    },
    // What is said when a file has ended would break the talk with its process.
    disableConsoleIntercept: true,
    tags: [TAG],
    // What a file was made into for Node, by its text: the next run need not do it again.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: "node_modules/.cache/funnels/transformed",
    },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{compiler,runtime,server,tests}/**/*.test.{ts,tsx}"],
          exclude: ["tests/flows/**", LONG, ...APART],
          // Loading the same modules for each file anew took longer than the tests of most.
          isolate: false,
          setupFiles: ["tests/testing/clean-up.ts"],
        },
      },
      {
        extends: true,
        test: { name: "apart", include: APART },
      },
      {
        extends: true,
        test: { name: "long", include: [LONG] },
      },
      {
        extends: true,
        test: {
          name: "flows",
          include: ["tests/flows/**/*.test.ts"],
          globalSetup: "tests/testing/serve.ts",
          // The next file takes over this one's windows, which cost more than most visits.
          isolate: false,
          // More at a time would only wait for each other's windows.
          maxConcurrency: 3,
        },
      },
    ],
  },
});

/** What reads Markdown has another form for development, which asserts all that it does. */
function packagesAsShipped(): Plugin {
  const asShipped = (conditions: readonly string[] = []) =>
    conditions.filter((one) => one !== "development|production");
  return {
    name: "packages-as-shipped",
    configResolved({ ssr, environments }) {
      const own = Object.values(environments).map(({ resolve }) => resolve);
      for (const resolve of [ssr.resolve ?? {}, ...own])
        resolve.conditions = asShipped(resolve.conditions);
    },
  };
}
