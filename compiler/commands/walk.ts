import type { Checkout } from "../checkout.mjs";
import { jsonWalks, prettyWalks, type WALK_FORMATS } from "../report/walks.ts";
import { loadWalker } from "../walk/load-walker.ts";
import { walkRequests } from "../walk/request.ts";
import { compiled, unknownFunnel } from "./compiled.ts";

export interface WalkOptions {
  readonly content: string;
  readonly format: (typeof WALK_FORMATS)[number];
  /** Shows the ways in Chromium. */
  readonly browser?: true;
  /** The folder for the pictures of it. */
  readonly out: string;
  /** Of the walks by chance; without it another one each time. */
  readonly seed?: string;
}

/** Walks by chance for each funnel. */
const WALKS = 50;

/**
 * Walks every way through some funnels, all of them without names, in memory. With `browser` the same site is built and
 * shown, too. 1 where a promise is not kept or the content has mistakes, 2 for a funnel or a seed that is none, and where
 * there is no browser.
 */
export async function walkCommand(
  names: readonly string[],
  options: WalkOptions,
  checkout: Checkout,
): Promise<number> {
  const { content, format } = options;
  const typed = options.seed ?? String(Date.now() % 2 ** 31);
  const seed = Number(typed);
  if (!/^\d+$/.test(typed) || !Number.isSafeInteger(seed))
    return refuse(`"${options.seed}" is not a seed: name a whole number.`);
  const unknown = unknownFunnel(content, names);
  if (unknown !== null) return refuse(unknown);
  const program = await compiled(content, checkout.root);
  if (program === null) return 1;
  const nodes = program.funnels.filter(
    ({ key }) => names.length === 0 || names.includes(key),
  );
  const { walk, declined } = await loadWalker(checkout.root);
  const random = { seed, walks: WALKS };
  const walked = walkRequests(program, nodes, random).map(
    ({ node, request }) => ({ node, report: walk(request) }),
  );
  console.log(
    format === "json" ? jsonWalks(walked, seed) : prettyWalks(walked, seed),
  );
  if (walked.some(({ report }) => report.failures.length > 0)) return 1;
  if (options.browser !== true) return 0;
  const { showWalks } = await import("./show-walks.ts");
  return showWalks(walked, { declined, out: options.out, content }, checkout);
}

function refuse(words: string): number {
  console.error(words);
  return 2;
}
