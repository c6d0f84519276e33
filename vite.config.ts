import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { DEFINES } from "./compiler/site/environment.ts";
import { slimReact } from "./compiler/site/slim/react.ts";
import { slimRouter } from "./compiler/site/slim/router.ts";
import { developmentServer } from "./server/dev.ts";
import { BySurroundings } from "./tests/testing/order.ts";

const ROUTER = fileURLToPath(
  new URL(
    "node_modules/react-router/dist/production/index.mjs",
    import.meta.url,
  ),
);

/** Leaves out of React and its router what no page uses: a third of what they weigh together. */
function slim(): Plugin {
  return {
    name: "slim",
    enforce: "pre",
    transform(code, id) {
      if (id.endsWith("/react-dom-client.production.js"))
        return slimReact(code);
      if (id.includes("/react-router/dist/production/"))
        return slimRouter(code);
      return undefined;
    },
  };
}

/**
 * The recorder reads an old style attribute by setting it on an element of its own, which our policy takes for an inline
 * style. Set through the object model it is none.
 */
function quietRecorder(): Plugin {
  return {
    name: "quiet-recorder",
    enforce: "pre",
    transform: (code, id) =>
      id.includes("@rrweb/record/dist/record.js")
        ? code.replace(
            'old.setAttribute("style", m.oldValue)',
            "old.style.cssText = m.oldValue",
          )
        : undefined,
  };
}

/** Vendors, contacts and calls that go on trying after their test: what they leave running ends with their process. */
const APART = ["runtime/{analytics,api,checkout,state}/**/*.test.{ts,tsx}"];

/** What takes too long for every change. */
const LONG = "**/*.long.test.ts";

export default defineConfig({
  plugins: [react(), slim(), quietRecorder(), developmentServer()],
  define: DEFINES,
  resolve: {
    // Without the warnings of its development build; the package offers no condition for that.
    alias: [{ find: /^react-router$/, replacement: ROUTER }],
  },
  css: { modules: { generateScopedName: "[hash:base64:5]" } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  test: {
    // Ends what hangs; a busy machine is no reason to fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: BySurroundings },
    // Some surroundings ask for colours, CI among them; what is expected of a text is its words.
    env: { NO_COLOR: "1", FORCE_COLOR: "0" },
    // What is said when a file has ended would break the talk with its process.
    disableConsoleIntercept: true,
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
