import type { Checkout } from "./checkout.mjs";
import type { main } from "./cli.ts";

export function loadBundled(
  checkout: Checkout,
): Promise<{ readonly main: typeof main } | null>;
