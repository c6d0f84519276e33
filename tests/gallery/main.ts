import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContext } from "playwright";
import { BARE, complaintsAbout } from "../testing/axe.ts";
import { brands, type BrandId, pathsOf } from "../testing/content.ts";
import { launchBrowser } from "../testing/browser.ts";
import { alive } from "../testing/screen.ts";
import { choiceOf, storedOf } from "../testing/stored.ts";
import { startServer } from "../testing/server.ts";
import { gallery, type Shot } from "./page.ts";
import { CONSENT_KEY } from "../../runtime/core/storage-keys.ts";

const OUT = "gallery";
const SIZES = {
  phone: { width: 375, height: 812 },
  desktop: { width: 1440, height: 900 },
} as const;
type Size = keyof typeof SIZES;

interface Looking {
  readonly size: Size;
  readonly port: number;
  /** Has axe look at every page as well. */
  readonly withAxe: boolean;
}

/** Takes a picture of every page of every funnel: `npm run gallery [-- --axe] [<brand> …]`, then open gallery/index.html. */
async function main(args: readonly string[]): Promise<void> {
  const withAxe = args.includes("--axe");
  const wanted = args.filter((arg) => !arg.startsWith("--"));
  const chosen = brands.filter(
    (brand) => wanted.length === 0 || wanted.includes(brand),
  );
  await rm(OUT, { recursive: true, force: true });
  const [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  const shots: Shot[] = [];
  try {
    for (const brand of chosen)
      for (const size of ["phone", "desktop"] as const) {
        const context = await browser.newContext({
          viewport: SIZES[size],
          ...BARE,
        });
        shots.push(
          ...(await shoot(context, brand, {
            size,
            withAxe,
            port: server.port,
          })),
        );
        await context.close();
        console.log(`${brand}, ${size}: ${shots.length} pictures so far`);
      }
    await writeFile(join(OUT, "index.html"), gallery(shots));
    console.log(`${shots.length} pictures: open ${join(OUT, "index.html")}`);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Every page of a brand, as somebody sees it who has answered everything before. */
async function shoot(
  context: BrowserContext,
  brand: BrandId,
  { size, port, withAxe }: Looking,
): Promise<Shot[]> {
  const stored = {
    ...(await storedOf(brand)),
    [CONSENT_KEY]: choiceOf("declined"),
  };
  await context.addInitScript((items) => {
    for (const [key, value] of Object.entries(items))
      if (localStorage.getItem(key) === null)
        localStorage.setItem(key, JSON.stringify(value));
  }, stored);
  const page = await context.newPage();
  await mkdir(join(OUT, brand), { recursive: true });
  const shots: Shot[] = [];
  for (const path of await pathsOf(brand)) {
    await page.goto(`http://${brand}.localhost:${port}${path}`);
    await alive(page);
    await page.locator("main:not([data-guarding])").waitFor();
    await page.locator("[data-preloader]").waitFor({ state: "detached" });
    await page.evaluate(loadPictures);
    const name = path.slice(1).replaceAll(/[^\w-]+/g, "_") || "root";
    const file = `${brand}/${name}.${size}.png`;
    await page.screenshot({ path: join(OUT, file), fullPage: true });
    shots.push({ brand, path, size, file });
    if (!withAxe) continue;
    await page.evaluate(unstick);
    for (const line of await complaintsAbout(page)) {
      console.log(`${brand}${path}, ${size}: ${line}`);
      process.exitCode = 1;
    }
  }
  return shots;
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
