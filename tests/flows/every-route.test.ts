import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect } from "vitest";
import { ROOT } from "../../compiler/workspace/content.ts";
import { ask } from "./ask.ts";
import { brands, type BrandId } from "./brands.ts";
import { everyRoute, type PageRow, type QuestionsRow } from "./every-route.ts";
import { hydrated, type Screen } from "./screen.ts";
import { storedOf } from "./stored.ts";
import { test } from "./visitor.ts";

const QUERY = "?utm_source=x&fbclid=y";
const WINDOW_PAGES = 16;

describe("every route of the product", () => {
  test.concurrent.for(brands)("%s: redirects keep the query", async (brand) => {
    for (const row of rowsOf(brand)) {
      if (row.kind !== "redirect") continue;
      const { status, location } = await ask(brand, row.path + QUERY);
      expect([status, location], row.path).toEqual([302, row.to + QUERY]);
    }
  });

  test.concurrent.for(brands)("%s: as many questions", async (brand) => {
    for (const row of rowsOf(brand)) {
      if (row.kind !== "questions") continue;
      expect(await built(brand, row), row.mount).toBe(row.count);
      const { status } = await ask(brand, `${row.mount}/${row.first}`);
      expect(status).toBe(200);
    }
  });

  test.concurrent.for(brands)("%s: each page is served", async (brand) => {
    for (const { path, page } of rowsOf(brand).flatMap(pageOf)) {
      const { status, body } = await ask(brand, path);
      expect(status, path).toBe(200);
      const kind = page ?? "[a-z-]+";
      expect(body.toString(), path).toMatch(
        new RegExp(`<main data-page="${kind}"`),
      );
    }
  });

  // A few routes of a brand take their turns in one window: opening one costs more than most pages.
  const windows = brands.flatMap((brand) => {
    const pages = rowsOf(brand).flatMap(pageOf);
    const firsts = pages.filter((_, at) => at % WINDOW_PAGES === 0);
    return firsts.map((first, at) => ({
      brand,
      from: first.path,
      pages: pages.slice(at * WINDOW_PAGES, (at + 1) * WINDOW_PAGES),
    }));
  });

  test.concurrent.for(windows)(
    "$brand from $from on: opened directly, reloaded, and with Back",
    async ({ brand, pages }, { arrive }) => {
      const stored = await storedOf(brand);
      const { page, open } = await arrive(brand, { stored });
      const screens: { row: PageRow; screen: Screen }[] = [];
      for (const row of pages) {
        await open(row.path + QUERY);
        const screen = await settled(page, row);
        expect(screen).toMatchObject({ path: row.path, search: QUERY });
        if (row.page !== null) expect(screen.page, row.path).toBe(row.page);
        if (row.title !== null) expect(await page.title()).toBe(row.title);
        expect(screen.heading, row.path).not.toBe("");
        await page.reload({ waitUntil: "commit" });
        expect(await settled(page, row), "reloaded").toEqual(screen);
        screens.push({ row, screen });
      }
      await open("/terms");
      for (const { row, screen } of screens.toReversed()) {
        await page.goBack({ waitUntil: "commit" });
        expect(await settled(page, row), "with Back").toEqual(screen);
      }
    },
  );
});

/** The screen once nothing on it is still to be found out. */
async function settled(page: Page, row: PageRow): Promise<Screen> {
  const screen = await hydrated(page);
  if (row.page !== "generate") return screen;
  const noPhoto = { name: "There is no photo yet" };
  await page.getByRole("heading", noPhoto).waitFor();
  return hydrated(page);
}

function rowsOf(brand: BrandId) {
  const rows = everyRoute.get(brand) ?? [];
  expect(rows.length, brand).toBeGreaterThan(5);
  return rows;
}

function pageOf(row: ReturnType<typeof rowsOf>[number]): readonly PageRow[] {
  switch (row.kind) {
    case "page":
      return [row];
    case "questions": {
      const path = `${row.mount}/${row.first}`;
      return [{ kind: "page", path, page: null, title: null }];
    }
    case "redirect":
      return [];
  }
}

/** How many pages were built that are at the route of questions. */
async function built(brand: BrandId, { mount }: QuestionsRow): Promise<number> {
  const folder = join(ROOT, "dist", brand, mount);
  const names = await readdir(folder, { withFileTypes: true });
  const pages = await Promise.all(
    names
      .filter((entry) => entry.isDirectory())
      .map((entry) => readPage(join(folder, entry.name))),
  );
  const route = `data-route="${mount}/{question}"`;
  return pages.filter((html) => html.includes(route)).length;
}

/** Empty for a folder that has only others in it. */
function readPage(folder: string): Promise<string> {
  return readFile(join(folder, "index.html"), "utf8").catch(() => "");
}
