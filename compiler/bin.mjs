#!/usr/bin/env node
// Hands over to the command line: the bundled one, or else its sources through the TypeScript loader.
import { bundledCommandLine } from "./bundled.mjs";
import { findCheckout } from "./checkout.mjs";

const checkout = findCheckout();
const bundled = bundledCommandLine(checkout);
const { main } = await (bundled === null ? fromSources() : import(bundled));
process.exitCode = await main(process.argv, checkout);

async function fromSources() {
  const { tsImport } = await import("tsx/esm/api");
  return tsImport("./cli.ts", import.meta.url);
}
