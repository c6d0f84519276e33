import type { TestProject } from "vitest/node";
import { startServer } from "./server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    readonly port: number;
  }
}

/** Starts the server that all flows share. */
export async function setup(
  project: TestProject,
): Promise<() => Promise<void>> {
  const { port, stop } = await startServer();
  project.provide("port", port);
  return stop;
}
