import { setTimeout as pause } from "node:timers/promises";
import type { Browser, CDPSession, Page } from "playwright";
import { heard, openDevice } from "./device.ts";
import { type Doing, NEXT } from "./page-scripts.ts";
import { type StepWork, traceStep } from "./trace.ts";

/** How long a visitor reads a question here, in milliseconds: motion and what is fetched when idle are done by then. */
const READING_MS = 700;
/** Steps that are traced, which costs too much to be timed as well. */
const TRACED = new Set([8, 9, 10]);

export interface Walk {
  /** From each tap to the next question painted, in milliseconds, without the traced ones. */
  readonly steps: readonly number[];
  /** From the tap that leads to a picture question until all its pictures are there, in milliseconds. */
  readonly pictures: readonly number[];
  readonly traced: readonly StepWork[];
  /** Bytes on the network without pictures. */
  readonly bytes: number;
  /** Requests besides the document and pictures; those behind the first tap among them. */
  readonly requests: number;
  readonly requestsOnTheWay: number;
  /** Bytes of the heap at the end, after a collection. */
  readonly heap: number;
}

/** The whole quiz, by a visitor who reads: up to the first page that only React could show. */
export async function walk(
  browser: Browser,
  url: string,
  length: number,
): Promise<Walk> {
  const { page, client } = await openDevice(browser);
  const network = watchNetwork(client);
  await page.goto(url, { waitUntil: "load" });
  await pause(4 * READING_MS);
  network.mark();
  const traced: StepWork[] = [];
  for (let step = 0; step < length - 1; step += 1) {
    const doing = await prepare(page);
    const leave = async () => {
      const shown = heard(page, "next question");
      await page.touchscreen.tap(doing.x, doing.y);
      await shown.catch((cause: unknown) => {
        throw new Error(`step ${step + 1} of ${url} was not left`, { cause });
      });
      await pause(READING_MS);
    };
    if (TRACED.has(step)) traced.push(await traceStep(client, leave));
    else await leave();
  }
  const { taps, questions, pictures } = await page.evaluate(() => ({
    taps: globalThis.taps,
    questions: globalThis.questions,
    pictures: globalThis.pictures,
  }));
  await client.send("HeapProfiler.collectGarbage");
  const { usedSize } = await client.send("Runtime.getHeapUsage");
  await page.context().close();
  return {
    steps: questions
      .map((at) => at - (taps.findLast((tap) => tap < at) ?? Number.NaN))
      .filter((_, i) => !TRACED.has(i)),
    pictures,
    traced,
    ...network.seen(),
    heap: usedSize,
  };
}

/** Does all that a step asks for but the tap that leaves it. */
async function prepare(page: Page): Promise<Doing> {
  for (;;) {
    const doing = await page.evaluate<Doing | null>(NEXT);
    if (doing === null) throw new Error("there is nothing to tap");
    // A page that has scrolled is painted anew.
    await pause(50);
    if (doing.leaves) return doing;
    await page.touchscreen.tap(doing.x, doing.y);
    if (doing.types) await page.keyboard.type("Robin");
    await pause(50);
  }
}

function watchNetwork(client: CDPSession) {
  const types = new Map<string, string>();
  let bytes = 0;
  let requests = 0;
  let before = 0;
  client.on("Network.requestWillBeSent", ({ requestId, type = "Other" }) => {
    types.set(requestId, type);
    if (!["Document", "Image", "Preflight"].includes(type)) requests += 1;
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (types.get(requestId) !== "Image") bytes += encodedDataLength;
  });
  return {
    mark: () => {
      before = requests;
    },
    seen: () => ({ bytes, requests, requestsOnTheWay: requests - before }),
  };
}
