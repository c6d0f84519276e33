import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseDocument } from "yaml";
import { type LiveShape, liveShape } from "../compiler/live/shape.ts";
import { liveFindings } from "../compiler/live/compare.ts";
import { data, items } from "../compiler/schema/read.ts";
import { ROOT } from "../compiler/testing/root.ts";
import { CARDS, leave } from "../compiler/walk/play.ts";
import {
  type RunningServer,
  startSandbox,
} from "../compiler/walk/sandbox-server.ts";
import type { Funnel, Step } from "../generated/contract.ts";
import { href } from "../generated/address.ts";
import type { Stop } from "../generated/walk-contract.ts";
import { type Answers, readAnswers } from "../runtime/core/answers.ts";

import { journeyKey, placeKey } from "../runtime/core/storage-keys.ts";
import { answersTo } from "../runtime/walk/answers-to.ts";
import { explore } from "../runtime/walk/explore.ts";
import { entryOf, newcomer, type Visit } from "../runtime/walk/visit.ts";
import { declined } from "../runtime/walk/walk.ts";
import { newCheckout } from "./checkouts/copy.ts";
import { launchBrowser } from "./testing/browser.ts";
import {
  EDITS,
  funnelOf,
  KEYS,
  LOSING,
  fixed,
  questionOf,
  saidLost,
  textOf,
  traits,
} from "./testing/edits.ts";
import { walkable } from "./testing/follow.ts";
import { hydrated } from "./testing/screen.ts";

/**
 * At every step of three funnels a visitor stops. Then one edit after the other is deployed; after each of them, every
 * visitor reloads and goes on, by taps, in a browser with what it had stored.
 */
vi.spyOn(console, "warn").mockReturnValue();
const ADMIN_TOKEN = "of-a-test";
const OPTIONS: BrowserContextOptions = {
  viewport: { width: 375, height: 812 },
  serviceWorkers: "block",
  reducedMotion: "reduce",
};
const root = realpathSync(mkdtempSync(join(tmpdir(), "funnels-edits-")));
const own = join(root, "own");
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  newCheckout(own, join(ROOT, "funnels"));
  cpSync(join(ROOT, ".env.example"), join(own, ".env.example"));
  build();
  server = await startSandbox(own, { ADMIN_TOKEN });
  browser = await launchBrowser();
}, 600_000);
afterAll(async () => {
  await browser.close();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

function build(): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["compiler/bin.mjs", "build"],
    { cwd: own, encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
}

/** Builds, and waits until the server serves it. */
async function deploy(): Promise<void> {
  build();
  const { id } = JSON.parse(readFileSync(join(own, "dist/build.json"), "utf8"));
  const served = async () =>
    (await (await fetch(`http://127.0.0.1:${server.port}/readyz`)).json())
      .build;
  await expect.poll(served).toBe(id);
}

/** A funnel as its visitors came to it. */
interface Edited {
  readonly key: string;
  readonly name: string;
  readonly source: string;
  readonly funnel: Funnel;
  readonly shape: LiveShape;
}

function editedOf(key: string): Edited {
  const name = `${key}.yaml`;
  const source = textOf(name);
  const program = fixed(name, source)?.program;
  if (program === undefined) throw new Error("the content has mistakes");
  const funnel = funnelOf(program, key);
  return { key, name, source, funnel, shape: liveShape(program) };
}

/** Somebody who has stopped at a step, and what their browser holds. */
interface Standing {
  readonly edited: Edited;
  readonly visit: Visit;
  readonly answers: Answers;
  readonly bought: number;
  readonly options: BrowserContextOptions;
  readonly session: Readonly<Record<string, string>>;
}

/** The first visit at each step, by the shortest way there. */
function visitsOf({ funnel }: Edited): readonly Visit[] {
  const entry = entryOf(funnel);
  if (entry === null) throw new Error("there is no first step");
  const { visits } = explore(walkable(funnel), [newcomer(entry)]);
  const byStep = new Map<string, Visit>();
  for (const visit of visits.values())
    if (!byStep.has(visit.step.id)) byStep.set(visit.step.id, visit);
  return [...byStep.values()];
}

function wayTo({ came }: Visit): readonly Stop[] {
  return came === null ? [] : [...wayTo(came.from), came.by];
}

async function stand(edited: Edited, visit: Visit): Promise<Standing> {
  const way = wayTo(visit);
  const { page, end } = await arrive(edited, { stored: declined });
  await page.goto(addressOf(edited, stepOf(edited.funnel, way[0]?.step)));
  for (const stop of way) {
    const step = stepOf(edited.funnel, stop.step);
    await shown(page, edited.funnel, step);
    await leave(page, traits.pages[step.page], stop, CARDS.good);
  }
  await shown(page, edited.funnel, visit.step);
  const storageState = await page.context().storageState();
  const session = await page.evaluate(() => ({ ...sessionStorage }));
  const answers = readAnswers(edited.funnel, await answersOn(page, edited));
  await end();
  const bought = way.filter(({ on }) => on === "accept").length;
  const options = { ...OPTIONS, storageState };
  return { edited, visit, answers, bought, options, session };
}

async function arrive(
  edited: Edited,
  {
    stored = {},
    session = {},
    options = OPTIONS,
  }: {
    stored?: Readonly<Record<string, string>>;
    session?: Readonly<Record<string, string>>;
    options?: BrowserContextOptions;
  },
) {
  const context = await browser.newContext(options);
  await context.clock.install();
  await context.addInitScript(
    ([local, tab]) => {
      if (sessionStorage.getItem("restored") !== null) return;
      for (const [key, value] of Object.entries(local))
        localStorage.setItem(key, value);
      for (const [key, value] of Object.entries(tab))
        sessionStorage.setItem(key, value);
      sessionStorage.setItem("restored", "yes");
    },
    [stored, session] as const,
  );
  const page = await context.newPage();
  const failed: string[] = [];
  page.on("pageerror", (error) => failed.push(String(error)));
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (answer.status() >= 400)
      failed.push(`${edited.key}: ${answer.status()} ${pathname}`);
  });
  const end = async () => {
    await context.close();
    expect(failed).toEqual([]);
  };
  return { page, end };
}

function stepOf({ steps, entry }: Funnel, id: string | null = entry): Step {
  const step = steps.find((one) => one.id === id);
  if (step === undefined) throw new Error(`no step is called ${id}`);
  return step;
}

function addressOf({ funnel }: Edited, { path }: Step): string {
  const { brand, mounts } = funnel;
  const address = encodeURI(href(mounts[0] ?? "", path));
  return `http://${brand}.localhost:${server.port}${address}?abtest=a`;
}

/** The step that is on the screen; waits for one that is expected. */
async function shown(page: Page, funnel: Funnel, step?: Step): Promise<Step> {
  const pathOf = ({ path }: Step) => href(funnel.mounts[0] ?? "", path);
  const path = step === undefined ? null : pathOf(step);
  if (path !== null)
    await page.waitForURL(({ pathname }) => decodeURI(pathname) === path);
  await hydrated(page);
  const here = decodeURI(new URL(page.url()).pathname);
  const found = funnel.steps.find((one) => pathOf(one) === here);
  if (found === undefined) throw new Error(`${here} is no step`);
  return found;
}

async function answersOn(page: Page, { funnel }: Edited): Promise<Answers> {
  const kept = await page.evaluate(
    (name) => localStorage.getItem(name),
    journeyKey(funnel),
  );
  const { answers = {} }: { answers?: Answers } = JSON.parse(kept ?? "{}");
  return answers;
}

/** A funnel after an edit of some question, as far on in the quiz as `turn` says; null where none can be edited so. */
function editFor(
  { name, source, key, shape }: Edited,
  what: string,
  n: number,
) {
  const questions = items(data(parseDocument(source).toJS()).questions);
  for (let tried = 0; tried < questions.length; tried += 1) {
    const i = (n * 5 + tried) % questions.length;
    const document = parseDocument(source);
    if (EDITS[what]?.(document, i, questionOf(questions[i])) !== true) continue;
    const after = fixed(name, document.toString());
    if (after === null) continue;
    const findings = liveFindings(shape, after.program);
    return { ...after, funnel: funnelOf(after.program, key), findings };
  }
  return null;
}

type Deployed = NonNullable<ReturnType<typeof editFor>>;

/** Reloads, looks at what is there, and goes on; yields what went wrong, and whether something was bought. */
async function returnTo(
  standing: Standing,
  { funnel, findings }: Deployed,
  buys: boolean,
): Promise<{ faults: readonly string[]; bought: boolean }> {
  const { edited, visit, answers } = standing;
  const { page, end } = await arrive(edited, standing);
  await page.goto(addressOf(edited, visit.step));
  await page.waitForFunction(
    ([key, edition]) => {
      const place = JSON.parse(sessionStorage.getItem(key) ?? "{}");
      const here = decodeURI(location.pathname);
      return place.edition === edition && place.path === here;
    },
    [placeKey(funnel), funnel.edition] as const,
    { polling: 40 },
  );
  const here = await shown(page, funnel);
  const faults: string[] = [];
  const now = readAnswers(funnel, await answersOn(page, edited));
  const lost = saidLost(findings);
  const successor = (id: string) =>
    funnel.steps.find((one) => one.id === id || one.was?.includes(id));
  for (const id of Object.keys(answers)) {
    const target = successor(id);
    if (target !== undefined && Object.hasOwn(now, target.id)) continue;
    if (!lost.has(id)) faults.push(`the answer to ${id} is lost`);
  }
  const target = successor(visit.step.id);
  const isSaid = findings.some(
    ({ code }) => LOSING.has(code) || code === "live/need-new",
  );
  const isMoved = target !== undefined && target.id !== here.id;
  if (isMoved && (visit.step.late === true || !isSaid))
    faults.push(`shows ${here.id} instead`);
  if (visit.step.late === true && here.late !== true)
    faults.push(`leads from an offer to ${here.id}`);
  const kinds = new Set(here.edges.map(({ on }) => on));
  const sells = kinds.has("accept") && buys;
  if (sells || kinds.has("next")) {
    const [answer = null] = answersTo(here);
    const on = sells ? "accept" : "next";
    const stop: Stop = { step: here.id, on, answer };
    await leave(page, traits.pages[here.page], stop, CARDS.good);
    await page.waitForFunction(
      (before) => location.pathname !== before,
      new URL(addressOf(edited, here)).pathname,
      { polling: 40 },
    );
    await hydrated(page);
  }
  await end();
  return { faults, bought: sells };
}

/** So many at once as there are cores. */
async function together<T, R>(
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const open = [...all];
  const lane = async () => {
    for (let one = open.shift(); one !== undefined; one = open.shift())
      results.push(await work(one));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return results;
}

const HOUR_MS = 3_600_000;
const all = KEYS.map(editedOf);
const standings: Standing[] = [];
const kinds = Object.keys(EDITS);
let bought = 0;

test(
  "a visitor stops at every step",
  async () => {
    const visits = all.flatMap((edited) =>
      visitsOf(edited).map((visit) => ({ edited, visit })),
    );
    standings.push(
      ...(await together(visits, ({ edited, visit }) => stand(edited, visit))),
    );
    expect(standings.length).toBeGreaterThan(90);
  },
  HOUR_MS,
);

test.each(kinds)(
  "%s: loses nothing that was not said, and moves nobody back",
  async (what) => {
    const n = kinds.indexOf(what);
    const deployed = new Map<Edited, Deployed>();
    for (const edited of all) {
      const after = editFor(edited, what, n);
      const text = after?.text ?? edited.source;
      writeFileSync(join(own, "funnels", edited.name), text);
      if (after !== null) deployed.set(edited, after);
    }
    expect(deployed.size).toBeGreaterThan(0);
    await deploy();
    const buys = n === kinds.length - 1;
    const faults: string[] = [];
    await together(standings, async (standing) => {
      const after = deployed.get(standing.edited);
      if (after === undefined) return;
      const { key } = standing.edited;
      const label = `${key}, who stopped at ${standing.visit.step.id}`;
      try {
        const seen = await returnTo(standing, after, buys);
        faults.push(...seen.faults.map((fault) => `${label}: ${fault}`));
        if (seen.bought) bought += 1;
      } catch (error) {
        faults.push(`${label}: ${String(error)}`);
      }
    });
    expect(faults).toEqual([]);
  },
  HOUR_MS,
);

test("nobody was charged twice", async () => {
  const before = standings.reduce((sum, one) => sum + one.bought, 0);
  expect(await paid()).toBe(before + bought);
});

/** How many orders are paid; each once for a visitor and product, or the test ends here. */
async function paid(): Promise<number> {
  const seen = new Set<string>();
  let before = "";
  for (;;) {
    const answer = await fetch(
      `http://127.0.0.1:${server.port}/api/admin/orders?state=paid&limit=100${before}`,
      { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } },
    );
    const { orders } = await answer.json();
    for (const { checkout_id } of orders) seen.add(checkout_id);
    if (orders.length < 100) return seen.size;
    before = `&before=${encodeURIComponent(orders.at(-1).created_at)}`;
  }
}
