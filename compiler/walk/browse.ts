import { availableParallelism } from "node:os";
import type { Browser, BrowserContext, Page } from "playwright";
import type { FunnelNode } from "../link/program.ts";
import { href } from "../shared/address.ts";
import type { Funnel, Step } from "../shared/contract.ts";
import type { Route, Stop } from "../shared/walk-contract.ts";
import { CARDS, leave, screenAt } from "./play.ts";

/** As wide as a phone. */
const PHONE = { width: 375, height: 812 };

/** A screen as a visitor sees it. */
export interface Shot {
  readonly step: string;
  readonly side: "A" | "B" | null;
  /** What was told on the way to it. */
  readonly way: readonly Stop[];
  /** JPEG. */
  readonly image: Buffer;
}

export interface Browsed {
  readonly shots: readonly Shot[];
  /** What went wrong, in words. */
  readonly faults: readonly string[];
  readonly walks: number;
}

interface Walk {
  readonly route: Route;
  readonly side: "A" | "B";
}

/** Goes the routes of a funnel in a browser, and takes a picture of each step once for each of its sides. */
export async function browse(
  browser: Browser,
  node: FunnelNode,
  routes: readonly Route[],
  { port, stored }: { port: number; stored: Readonly<Record<string, string>> },
): Promise<Browsed> {
  const shots = new Map<string, Shot>();
  const faults: string[] = [];
  const walks = [...walksOf(node.funnel, routes)];
  const count = walks.length;
  const work = async () => {
    for (let walk = walks.shift(); walk !== undefined; walk = walks.shift()) {
      const context = await newVisitor(browser, stored);
      const told: string[] = [];
      const page = await listened(context, told);
      const origin = `http://${node.funnel.brand}.localhost:${port}`;
      const { route, side } = walk;
      // A method that was saved fails only by itself.
      const fails = route.stops.some(({ on }) => on === "failed");
      const card = fails ? CARDS.declinedLater : CARDS.good;
      const visit = { page, origin, node, shots, side, card };
      await go(visit, route).catch((error: unknown) => {
        const [first = ""] = String(error).split("\n");
        told.push(`${decodeURI(new URL(page.url()).pathname)}: ${first}`);
      });
      for (const line of told) if (!faults.includes(line)) faults.push(line);
      await context.close();
    }
  };
  const lanes = Math.min(count, availableParallelism());
  await Promise.all(Array.from({ length: lanes }, work));
  return { shots: [...shots.values()], faults, walks: count };
}

/** Each route on one side; those with a step that has another side on that as well, once a step. */
function* walksOf({ steps }: Funnel, routes: readonly Route[]): Iterable<Walk> {
  const open = new Set(
    steps.flatMap(({ id, variant }) => (variant === null ? [] : [id])),
  );
  for (const route of routes) {
    yield { route, side: "A" };
    const ids = [route.first, ...route.stops.map(({ step }) => step)];
    const met = [...ids, route.last].filter((id) => open.has(id));
    if (met.length > 0) yield { route, side: "B" };
    for (const id of met) open.delete(id);
  }
}

async function newVisitor(
  browser: Browser,
  stored: Readonly<Record<string, string>>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: PHONE,
    serviceWorkers: "block",
    reducedMotion: "reduce",
  });
  await context.clock.install();
  await context.addInitScript(
    `try { for (const [key, value] of Object.entries(${JSON.stringify(stored)})) if (localStorage.getItem(key) === null) localStorage.setItem(key, value); } catch {}`,
  );
  return context;
}

/** A page that tells what its console complains of. */
async function listened(
  context: BrowserContext,
  told: string[],
): Promise<Page> {
  const page = await context.newPage();
  context.on("weberror", (each) => told.push(String(each.error())));
  context.on("console", (message) => {
    const isWorker = message.text().includes("Service Worker registration");
    if (["error", "warning"].includes(message.type()) && !isWorker)
      told.push(`${message.text()} (${message.location().url})`);
  });
  return page;
}

interface Visit {
  readonly page: Page;
  readonly origin: string;
  readonly node: FunnelNode;
  readonly shots: Map<string, Shot>;
  readonly side: "A" | "B";
  readonly card: string;
}

async function go(visit: Visit, route: Route): Promise<void> {
  const { page, origin, node, side } = visit;
  const open = (step: Step) =>
    page.goto(
      `${origin}${encodeURI(pathOf(node, step))}?abtest=${side.toLowerCase()}`,
      { waitUntil: "domcontentloaded" },
    );
  const [begun] = route.before;
  if (begun !== undefined) {
    await open(stepOf(node, begun.step));
    for (const stop of route.before) await take(visit, stop, []);
  }
  const first = stepOf(node, route.first);
  await open(first);
  const way = [...route.before];
  for (const stop of route.stops) {
    await take(visit, stop, way);
    way.push(stop);
  }
  const last = stepOf(node, route.last);
  await screenAt(page, pathOf(node, last));
  await shoot(visit, last, way);
}

/** Comes to a step, looks at it, and leaves it. */
async function take(
  visit: Visit,
  stop: Stop,
  way: readonly Stop[],
): Promise<void> {
  const { page, node } = visit;
  const step = stepOf(node, stop.step);
  await screenAt(page, pathOf(node, step));
  await shoot(visit, step, way);
  await leave(page, node.traits.pages[step.page], stop, visit.card);
}

async function shoot(
  { page, shots, side }: Visit,
  step: Step,
  way: readonly Stop[],
): Promise<void> {
  const own = step.variant === null ? null : side;
  const key = `${step.id} ${own}`;
  if (shots.has(key)) return;
  await page.evaluate(loadPictures);
  const image = await page.screenshot({
    fullPage: true,
    type: "jpeg",
    quality: 60,
  });
  shots.set(key, { step: step.id, side: own, way: [...way], image });
}

/** Runs in the browser: those further down wait for a visitor to come near. */
async function loadPictures(): Promise<void> {
  const { document } = Object(globalThis);
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = "eager";
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
}

function stepOf({ funnel }: FunnelNode, id: string): Step {
  const step = funnel.steps.find((one) => one.id === id);
  if (step === undefined) throw new Error(`no step is called ${id}`);
  return step;
}

function pathOf({ funnel: { mounts } }: FunnelNode, { path }: Step): string {
  return href(mounts[0] ?? "", path);
}
