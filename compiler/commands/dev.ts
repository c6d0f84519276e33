import { join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import { createServer } from "vite";
import { compileContent, type Compiled } from "../site/compile-content.ts";
import { developmentDocument } from "../site/development-document.ts";
import {
  developmentAssets,
  funnelModules,
  type DocumentSource,
} from "../site/vite-plugin.ts";
import { BUILDS } from "../workspace/builds.ts";
import { withLock } from "../workspace/lock.ts";
import { oneAtATime } from "../workspace/one-at-a-time.ts";

/** Serves every brand with hot reload: a change in content or code is on screen when the file is saved. */
export async function devCommand(
  { content }: { content: string },
  { root }: Checkout,
): Promise<number> {
  const compile = () =>
    withLock(join(root, BUILDS), () => compileContent(root, content));
  const first = await compile();
  if (first === null) return 1;
  let compiled: Compiled = first;
  const server = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    appType: "custom",
    server: {
      port: Number(process.env.PORT ?? 4173),
      strictPort: true,
      host: process.env.HOST ?? true,
      allowedHosts: true,
      watch: { ignored: [join(root, BUILDS, "**")] },
    },
    plugins: [
      funnelModules(root, () => compiled.units),
      developmentAssets(root, () => compiled.assets),
      {
        name: "funnels:documents",
        api: {
          document: (path) =>
            developmentDocument(path, compiled.traits, server),
          site: () => compiled.site,
        } satisfies DocumentSource,
      },
    ],
  });
  // Another branch changes many files at once: that is one compilation, or two.
  const recompileSoon = oneAtATime(() => recompile().catch(console.error));
  server.watcher.add(content);
  server.watcher.on("all", (_event, path) => {
    if (
      path.startsWith(join(process.cwd(), content)) ||
      path.startsWith(content)
    )
      recompileSoon();
  });
  async function recompile(): Promise<void> {
    const next = await compile();
    if (next === null) {
      const message =
        "The content has mistakes; they are listed in the terminal.";
      server.ws.send({ type: "error", err: { message, stack: "" } });
      return;
    }
    compiled = next;
    server.moduleGraph.invalidateAll();
    server.ws.send({ type: "full-reload" });
  }
  await server.listen();
  const { port } = server.config.server;
  for (const brand of new Set(compiled.units.map((unit) => unit.brand)))
    console.log(`http://${brand}.localhost:${port}`);
  return new Promise((resolve) => {
    process.once("SIGINT", () => void server.close().then(() => resolve(0)));
    process.once("SIGTERM", () => void server.close().then(() => resolve(0)));
  });
}
