import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { funnel } from "../../../generated/brands/calm/adhd.ts";
import { HOST, serveDist, START, type Served } from "../servers.ts";
import { PLAIN_STYLE, plainPage } from "./plain-page.ts";
import { type PlainStep, plainSteps } from "./plain-steps.ts";
import { laterStep, sameLook } from "./same-look.ts";

/** What is measured side by side, by name: this build, two pages written by hand, and a React app written by hand. */
export type TargetName = "ours" | "bare" | "alike" | "spa";

/** The same quiz in four ways, each at an address of its own. Ours is the built site, served as in production. */
export async function serveTargets(): Promise<Record<TargetName, Served>> {
  const steps = plainSteps(funnel);
  return {
    ours: await serveDist(),
    bare: await serveByHand({ "/": plainPage(steps) }),
    alike: await serveByHand({
      "/": sameLook(readFileSync(builtFile(START), "utf8")),
      "/later.html": steps.slice(1).map(builtStep).join("\n"),
    }),
    spa: await serveByHand(await bundleSpa(steps)),
  };
}

function builtFile(path: string): string {
  return join("dist/calm", path, "index.html");
}

function builtStep({ path }: PlainStep): string {
  return laterStep(
    readFileSync(builtFile(`${funnel.mounts[0]}/${path}`), "utf8"),
  );
}

/** The document, script and style of the React app, as a bundler makes them. */
async function bundleSpa(
  steps: readonly PlainStep[],
): Promise<Record<string, string>> {
  const outDir = mkdtempSync(join(tmpdir(), "funnels-spa-"));
  await build({
    configFile: false,
    logLevel: "error",
    root: "tests/bench/visit",
    define: {
      STEPS: JSON.stringify(steps),
      "process.env.NODE_ENV": '"production"',
    },
    oxc: { jsx: { runtime: "automatic" } },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      rolldownOptions: {
        input: "tests/bench/visit/plain-app.tsx",
        output: { entryFileNames: "main.js" },
      },
    },
  });
  return {
    "/": `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>A few questions</title><link rel="stylesheet" href="/main.css"><script type="module" src="/main.js"></script></head><body><div id="root"></div></body></html>`,
    "/main.css": PLAIN_STYLE,
    "/main.js": readFileSync(join(outDir, "main.js"), "utf8"),
  };
}

/** A few texts, compressed, and of the build what they ask for: fonts and pictures. */
async function serveByHand(
  texts: Readonly<Record<string, string>>,
): Promise<Served> {
  const bodies = new Map(
    Object.entries(texts).map(([path, text]) => [
      path,
      brotliCompressSync(text),
    ]),
  );
  const server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, `http://${HOST}`);
    const type = TYPES[extname(pathname)] ?? "text/html; charset=utf-8";
    const body = bodies.get(pathname);
    if (body !== undefined) {
      response.writeHead(200, {
        "content-type": type,
        "content-encoding": "br",
        "content-length": body.length,
      });
      response.end(body);
      return;
    }
    const isFile = pathname.startsWith("/assets/");
    response.writeHead(isFile ? 200 : 404, { "content-type": type });
    response.end(isFile ? readFileSync(join("dist", pathname)) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  const port =
    typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://${HOST}:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
