import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, BrowserContext, Page } from "playwright";
import { BARE, complaintsAbout } from "../testing/axe.ts";
import { brands, type BrandId, pathsOf } from "../testing/content.ts";
import { launchBrowser, launchWithFontSize } from "../testing/browser.ts";
import { type Manner, MANNERS } from "../testing/manners.ts";
import { answeredContext } from "../testing/context.ts";
import { alive } from "../testing/screen.ts";
import { startServer } from "../testing/server.ts";
import { gallery, type Preview, type Shot } from "./page.ts";

const OUT = "gallery";
type MannerName = keyof typeof MANNERS;
const NAMES = Object.keys(MANNERS);
const USUAL: readonly MannerName[] = ["phone", "desktop"];

interface Looking {
  readonly manner: MannerName;
  readonly port: number;
  /** Has axe look at every page as well. */
  readonly withAxe: boolean;
}

/**
 * Takes a picture of every page of every funnel: `npm run gallery [-- --axe] [-- --in <manner>] [<brand> …]`, then open
 * gallery/index.html. `--in` may come several times; `--in all` is every manner.
 */
async function main(args: readonly string[]): Promise<void> {
  const { values, positionals: wanted } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      axe: { type: "boolean", default: false },
      in: { type: "string", multiple: true, default: [...USUAL] },
    },
  });
  const manners = mannersOf(values.in);
  const chosen = brands.filter(
    (brand) => wanted.length === 0 || wanted.includes(brand),
  );
  await rm(OUT, { recursive: true, force: true });
  const server = await startServer();
  const shots: Shot[] = [];
  const previews: Preview[] = [];
  const open = new Map<number, Browser>();
  try {
    for (const manner of manners) {
      const { fontSize, viewport, own }: Manner = MANNERS[manner];
      const browser =
        open.get(fontSize) ??
        (await (fontSize === 16
          ? launchBrowser()
          : launchWithFontSize(fontSize)));
      open.set(fontSize, browser);
      for (const brand of chosen) {
        const context = await answeredContext(browser, brand, {
          viewport,
          ...BARE,
          ...own,
        });
        const { port } = server;
        const looking = { manner, withAxe: values.axe, port };
        shots.push(...(await shoot(context, brand, looking)));
        if (manner === manners[0])
          previews.push(...(await sharedOf(context, brand, port)));
        await context.close();
        console.log(`${brand}, ${manner}: ${shots.length} pictures so far`);
      }
    }
    await writeFile(join(OUT, "index.html"), gallery(shots, previews));
    console.log(`${shots.length} pictures: open ${join(OUT, "index.html")}`);
  } finally {
    await Promise.all([...open.values()].map((browser) => browser.close()));
    await server.stop();
  }
}

function mannersOf(asked: readonly string[]): readonly MannerName[] {
  const isName = (name: string): name is MannerName => NAMES.includes(name);
  const names = asked.includes("all") ? NAMES : asked;
  const unknown = names.filter((name) => !isName(name));
  if (unknown.length > 0)
    throw new Error(
      `--in ${unknown.join(" ")} is no manner: there are ${NAMES.join(", ")} and all`,
    );
  return names.filter(isName);
}

/** Every page of a brand, as somebody sees it who has answered everything before. */
async function shoot(
  context: BrowserContext,
  brand: BrandId,
  { manner, port, withAxe }: Looking,
): Promise<Shot[]> {
  const { change }: Manner = MANNERS[manner];
  const page = await context.newPage();
  await mkdir(join(OUT, brand), { recursive: true });
  const shots: Shot[] = [];
  for (const path of await pathsOf(brand)) {
    await page.goto(`http://${brand}.localhost:${port}${path}`);
    await shown(page);
    await change?.(page);
    const name = path.slice(1).replaceAll(/[^\w-]+/g, "_") || "root";
    const file = `${brand}/${name}.${manner}.png`;
    await page.screenshot({ path: join(OUT, file), fullPage: true });
    shots.push({ brand, path, manner, file });
    if (!withAxe) continue;
    await page.evaluate(unstick);
    for (const line of await complaintsAbout(page)) {
      console.log(`${brand}${path}, ${manner}: ${line}`);
      process.exitCode = 1;
    }
  }
  return shots;
}

async function shown(page: Page): Promise<void> {
  await alive(page);
  await page.locator("main:not([data-guarding])").waitFor();
  await page.locator("[data-preloader]").waitFor({ state: "detached" });
  await page.evaluate(loadPictures);
}

/** What others see of the brand's addresses when they are sent one: each picture once. */
async function sharedOf(
  context: BrowserContext,
  brand: BrandId,
  port: number,
): Promise<Preview[]> {
  const origin = `http://${brand}.localhost:${port}`;
  const page = await context.newPage();
  const previews = new Map<string, Preview>();
  for (const path of await pathsOf(brand)) {
    await page.goto(origin + path, { waitUntil: "domcontentloaded" });
    const { picture, ...words } = await page.evaluate(readShared);
    if (picture === "" || previews.has(picture)) continue;
    const file = `${brand}/shared-${previews.size + 1}.png`;
    previews.set(picture, { file, path, ...words });
  }
  for (const [picture, { file }] of previews) {
    const answer = await page.goto(origin + new URL(picture).pathname);
    if (answer?.ok() !== true) throw new Error(`${picture} is not there`);
    await writeFile(join(OUT, file), await answer.body());
  }
  return [...previews.values()];
}

/** Runs in the browser. */
function readShared() {
  const [picture = "", site = "", title = "", description = ""] = [
    "image",
    "site_name",
    "title",
    "description",
  ].map(
    (name) =>
      document.querySelector<HTMLMetaElement>(`meta[property="og:${name}"]`)
        ?.content,
  );
  return { picture, site, title, description };
}

/** Runs in the browser: those further down wait for a visitor to come near. */
async function loadPictures(): Promise<void> {
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = "eager";
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
}

/** Runs in the browser: what sticks to the window goes back to its place and lies over nothing. */
function unstick(): void {
  for (const element of document.querySelectorAll<HTMLElement>("main *")) {
    if (getComputedStyle(element).position !== "sticky") continue;
    element.style.position = "relative";
    element.style.inset = "auto";
  }
}

await main(process.argv.slice(2));
