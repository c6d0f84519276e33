import { join } from "node:path";
import react from "@vitejs/plugin-react";
import type { Plugin, UserConfig } from "vite";
import { classNames } from "./class-names.ts";
import { DEFINES } from "./environment.ts";
import { slimOfetch, WHOLE_OFETCH } from "./slim/ofetch.ts";
import { reactPart, slimReact, WHOLE_REACT } from "./slim/react.ts";
import { slimRouter } from "./slim/router.ts";

/** The language that browsers are sent; `runtime/tsconfig.json` names the library of the same year, of which none is added. */
export const TARGET = "es2022";

/** What Vite is told of the runtime, whether it is bundled, developed or tested. */
export function viteOptions(root: string) {
  const router = "node_modules/react-router/dist/production/index.mjs";
  return {
    root,
    // The variables that scripts know stand in `define`; no other files of variables are read.
    envDir: false,
    publicDir: false,
    plugins: [react(), slim(root), inlineClassNames(), quietRecorder()],
    define: DEFINES,
    resolve: {
      // Without the warnings of its development build; the package offers no condition for that.
      alias: [{ find: /^react-router$/, replacement: join(root, router) }],
    },
    css: { postcss: {}, modules: { generateScopedName: classNames(root) } },
    build: {
      target: TARGET,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
  } satisfies UserConfig;
}

/** What Vite does each `import()` by. */
const IMPORTS = "\0vite/preload-helper.js";

/**
 * Leaves out of React, its router and ofetch what no page uses: a third of what they weigh together. Modules are fetched
 * by a part of the runtime, which has a quarter of what Vite's own has, and fetches a stylesheet that failed once more.
 */
function slim(root: string): Plugin {
  const own = JSON.stringify(join(root, "runtime/screen/load-module.ts"));
  return {
    name: "slim",
    enforce: "pre",
    load: (id) =>
      id === IMPORTS
        ? `export { loadModule as __vitePreload } from ${own};`
        : undefined,
    transform(code, id) {
      const orWhole = (part: string | null, whole: string) => {
        if (part === null) this.warn(whole);
        return part ?? undefined;
      };
      const part = reactPart(id);
      if (part !== null) return orWhole(slimReact(part, code), WHOLE_REACT);
      if (id.includes("/react-router/dist/production/"))
        return slimRouter(code);
      return id.includes("/ofetch/dist/shared/")
        ? orWhole(slimOfetch(code), WHOLE_OFETCH)
        : undefined;
    },
  };
}

/**
 * Puts the class names of a stylesheet where they are used. As the default export they are an object, with all its keys
 * and every access by key in what is downloaded; as a namespace each is a constant. A stylesheet is needed all the same
 * when nothing of its module is left.
 */
function inlineClassNames(): Plugin {
  return {
    name: "inline-class-names",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      if (id.endsWith(".module.css"))
        return { code, map: null, moduleSideEffects: "no-treeshake" };
      return /\/runtime\/.*\.tsx?$/.test(id)
        ? code.replaceAll(
            /^import (\w+) from ("[^"]+\.module\.css");/gm,
            "import * as $1 from $2;",
          )
        : undefined;
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
