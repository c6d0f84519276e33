#!/usr/bin/env node
// Hands over to the command line: the bundled one, or else its sources through the TypeScript loader.
import { loadBundled } from "./bundled.mjs";
import { findCheckout } from "./checkout.mjs";

const checkout = findCheckout();
const { main } = (await loadBundled(checkout)) ?? (await fromSources());
let isLost = false;
process.stdout.on("error", (error) => {
  // Whoever reads may have had enough: `funnels map calm/adhd | head -1`.
  if (error.code === "EPIPE" || isLost) return;
  isLost = true;
  process.exitCode = 2;
  console.error(`What is printed cannot be written: ${error.message}`);
});
const code = await main(process.argv, checkout);
process.exitCode = isLost ? 2 : code;

async function fromSources() {
  const { tsImport } = await import("tsx/esm/api");
  return tsImport("./cli.ts", import.meta.url);
}
