import type { TestProject } from "vitest/node";
import { startServer } from "./server.ts";
import { launchBrowser } from "./browser.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly port: number;
    /** Address of the one browser that all flows share. */
    readonly browser: string;
  }
}

/** Starts the server and the browser that all flows share. */
export async function setup(
  project: TestProject,
): Promise<() => Promise<void>> {
  const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  project.provide("port", server.port);
  project.provide("browser", browser.wsEndpoint());
  return async () => {
    await browser.close();
    await server.stop();
  };
}
