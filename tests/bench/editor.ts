import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentNames } from "../../compiler/workspace/content.ts";
import {
  FUNNELS_SERVER,
  type LanguageServer,
  startLanguageServer,
} from "../lsp/language-server.ts";
import { generateTree } from "./generate.ts";

const FUNNELS = [100, 1_000] as const;
const KEYSTROKES = 41;

/**
 * How long an editor waits for `funnels lsp` after a keystroke: until the finding that it makes is there, or the one that
 * it mends is gone, and until names are offered. Each is a whole round over the protocol.
 */
export async function benchEditor(): Promise<void> {
  for (const funnels of FUNNELS) {
    const dir = mkdtempSync(join(tmpdir(), "funnels-bench-"));
    try {
      generateTree(dir, { funnels, pagesPerFunnel: 40 });
      await benchTree(dir, funnels);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
}

async function benchTree(dir: string, funnels: number): Promise<void> {
  const server = await startLanguageServer(
    [...FUNNELS_SERVER, "--content", dir],
    () => null,
  );
  try {
    console.log(`${funnels} funnels`);
    const names = contentNames(dir);
    const funnel = names.find((name) => !/(?:site|brand)\.yaml$/.test(name));
    const brand = names.find((name) => name.endsWith("brand.yaml"));
    if (funnel === undefined || brand === undefined)
      throw new Error("no funnel was generated");
    await benchFile(server, join(dir, funnel), "a funnel", /accept: .*/);
    await benchFile(server, join(dir, brand), "a brand", /price: .*/);
    await benchNames(server, join(dir, funnel));
  } finally {
    await server.stop();
  }
}

/** Writes one character too many behind what `place` matches, and takes it away again. */
async function benchFile(
  server: LanguageServer,
  file: string,
  what: string,
  place: RegExp,
): Promise<void> {
  const text = readFileSync(file, "utf8");
  const wrong = text.replace(place, (line) => `${line}x`);
  if (wrong === text) throw new Error(`${place} is not in ${file}`);
  const first = performance.now();
  await server.open(file, text);
  await server.change(file, wrong);
  if (what === "a funnel") report("the first findings", [since(first)]);
  const waits: number[] = [];
  for (let n = 0; n < KEYSTROKES; n += 1) {
    const start = performance.now();
    await server.change(file, n % 2 === 0 ? text : wrong);
    waits.push(since(start));
  }
  report(`findings after a keystroke in ${what}`, waits);
}

async function benchNames(server: LanguageServer, file: string) {
  const text = readFileSync(file, "utf8");
  const before = text.slice(0, text.indexOf("accept: ") + "accept: ".length);
  const lines = before.split("\n");
  const at = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const waits: number[] = [];
  for (let n = 0; n < KEYSTROKES; n += 1) {
    const start = performance.now();
    const items = await server.complete(file, at);
    if (items.length === 0) throw new Error("no names are offered");
    waits.push(since(start));
  }
  report("names offered", waits);
}

function since(start: number): number {
  return performance.now() - start;
}

function report(what: string, waits: readonly number[]): void {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  console.log(`  ${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms`);
}
