import { join } from "node:path";
import type { Checkout } from "../checkout.mjs";
import type { CheckInput } from "../parallel/check-files.ts";
import { type FORMATS, print } from "../report/print.ts";
import { prefixOf, readAssetNames, readStored } from "../workspace/content.ts";

export interface CheckOptions {
  readonly content: string;
  readonly format: (typeof FORMATS)[number];
  readonly cache: boolean;
  readonly watch?: boolean;
}

/** Reports every finding of a content root; 1 when one of them is an error. */
export async function checkCommand(
  options: CheckOptions,
  checkout: Checkout,
): Promise<number> {
  const { content, format } = options;
  const prefix = prefixOf(content);
  const form = { format, prefix };
  if (options.watch === true) {
    const { watchCheck } = await import("./watch.ts");
    const cache = options.cache ? cacheOf(checkout) : null;
    return watchCheck(content, form, checkout, cache);
  }
  const files = readStored(content);
  const input = { prefix, files, assets: readAssetNames(content) };
  const diagnostics = options.cache
    ? await cached(input, checkout)
    : await fresh(input, checkout);
  print({ files: files.length, diagnostics }, files, form);
  return diagnostics.some(({ severity }) => severity === "error") ? 1 : 0;
}

async function fresh(input: CheckInput, { root }: Checkout) {
  const { checkFiles } = await import("../parallel/check-files.ts");
  return checkFiles(root, input);
}

async function cached(input: CheckInput, checkout: Checkout) {
  const { cachedCheck } = await import("../parallel/cached-check.ts");
  return cachedCheck(input, checkout, cacheOf(checkout));
}

function cacheOf({ root }: Checkout): string {
  return join(root, "node_modules/.cache/funnels");
}
