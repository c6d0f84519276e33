import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createServer, type ViteDevServer } from "vite";
import type { Checkout } from "../checkout.mjs";
import {
  type DevelopedContent,
  type Development,
  developContent,
} from "../site/develop-content.ts";
import {
  developmentAddresses,
  developmentDocument,
} from "../site/development-document.ts";
import { developmentModules, sendChange } from "../site/development-modules.ts";
import { developmentAssets, type DocumentSource } from "../site/vite-plugin.ts";
import { BUILDS } from "../workspace/builds.ts";
import { oneAtATime } from "../workspace/one-at-a-time.ts";
import { WrongVariable } from "../workspace/system-refusal.ts";
import { watchContent } from "../workspace/watch-content.ts";

/** `generated/` is written behind what is on the screen: pages get their content from here. In milliseconds. */
const WRITE_AFTER_MS = 300;

/**
 * Serves every brand: what is saved is on the screen at once, on the page as it stands. A brand with mistakes stays as
 * it was and shows them.
 */
export async function devCommand(
  { content }: { content: string },
  { root }: Checkout,
): Promise<number> {
  const development = developContent(root, content);
  let server: ViteDevServer | null = null;
  const said = new Set<string>();
  let becomeValid = () => {};
  const valid = new Promise<void>((resolve) => (becomeValid = resolve));
  const writeSoon = oneAtATime(async () => {
    await wait(WRITE_AFTER_MS);
    await writeAndReload(development, server).catch(console.error);
  });
  const others = [join(root, "schema")];
  const stop = await watchContent(content, others, async (files, isNew) => {
    try {
      const change = await development.take(files, isNew);
      if (server !== null) {
        sendChange(server, change);
        sayAddresses(server, development.now(), said);
        writeSoon();
      }
      if (development.now() !== null) becomeValid();
      else console.log("Pages are served as soon as a brand has no mistake.");
    } catch (error) {
      console.error(error);
    }
  });
  await valid;
  const { traits } = await development.write();
  try {
    server = await serve(root, development, traits);
  } catch (error) {
    await stop();
    throw error;
  }
  sayAddresses(server, development.now(), said);
  return new Promise((resolve) => {
    const end = async () => {
      await Promise.all([stop(), server?.close()]);
      resolve(0);
    };
    process.once("SIGINT", () => void end());
    process.once("SIGTERM", () => void end());
  });
}

/** What is served; before there is anything, nothing asks. */
function nowOf(development: Development): DevelopedContent {
  const now = development.now();
  if (now === null) throw new Error("no brand is without mistakes");
  return now;
}

type Traits = Awaited<ReturnType<Development["write"]>>["traits"];

async function serve(
  root: string,
  development: Development,
  traits: Traits,
): Promise<ViteDevServer> {
  const now = () => nowOf(development);
  const port = Number(process.env.PORT ?? 4173);
  const server = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    appType: "custom",
    // Found beforehand: what is found on the way has pages reload.
    optimizeDeps: { entries: ["runtime/main.tsx", "runtime/development/*.ts"] },
    server: {
      port,
      strictPort: true,
      host: process.env.HOST ?? true,
      allowedHosts: true,
      watch: {
        ignored: [join(root, BUILDS, "**"), join(root, "generated/**")],
      },
    },
    plugins: [
      developmentModules(root, now),
      developmentAssets(root, () => development.assets()),
      {
        name: "funnels:documents",
        api: {
          document: (path) =>
            developmentDocument(path, now().units, traits, server),
          addresses: (path) => developmentAddresses(path, now().units),
          site: () => now().site,
        } satisfies DocumentSource,
      },
    ],
  });
  try {
    await server.listen();
  } catch (error) {
    await server.close();
    throw isTaken(error) ? new WrongVariable(taken(port)) : error;
  }
  return server;
}

/** Vite gives it no code. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith("already in use");
}

function taken(port: number): string {
  return `Port ${port} is taken: stop the program that has it, or start with another one, as in PORT=${port + 1} npx funnels dev.`;
}

/** Says where brands are shown, once of each: one that is new, or had a mistake, comes later. */
function sayAddresses(
  server: ViteDevServer,
  now: DevelopedContent | null,
  said: Set<string>,
): void {
  const { port } = portOf(server);
  for (const { brand } of now?.units ?? []) {
    if (said.has(brand)) continue;
    said.add(brand);
    console.log(`http://${brand}.localhost:${port}`);
  }
}

function portOf({ httpServer }: ViteDevServer): Pick<AddressInfo, "port"> {
  const address = httpServer?.address();
  if (typeof address !== "object" || !address)
    throw new Error("the server listens to no port");
  return address;
}

/** Another schema changes what the runtime is made of: no page can stay as it is. */
async function writeAndReload(
  development: Development,
  server: ViteDevServer | null,
): Promise<void> {
  const { isChanged } = await development.write();
  if (!isChanged || server === null) return;
  server.moduleGraph.invalidateAll();
  server.ws.send({ type: "full-reload" });
}
