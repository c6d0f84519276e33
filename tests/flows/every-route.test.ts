import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { ROOT } from "../../compiler/content.ts";
import { ask } from "./ask.ts";
import { brands, type BrandId } from "./brands.ts";
import { everyRoute, type PageRow, type QuestionsRow } from "./every-route.ts";
import { hydrated } from "./screen.ts";
import { storedOf } from "./stored.ts";
import { test } from "./visitor.ts";

const MIRRORS = /^\/(quiz-mp|quiz-exbackwh|quiz-exback-str)\//;
const QUERY = "?utm_source=x&fbclid=y";

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

  // A brand's routes take their turns in one window: one list for each first segment shares the work. What a mirror
  // shows is the same as at the first mount.
  const windows = brands.flatMap((brand) => {
    const pages = rowsOf(brand)
      .flatMap(pageOf)
      .filter(({ path }) => !MIRRORS.test(path));
    const segments = new Set(pages.map(({ path }) => segmentOf(path)));
    return [...segments].map((segment) => ({
      brand,
      segment,
      pages: pages.filter(({ path }) => segmentOf(path) === segment),
    }));
  });

  test.concurrent.for(windows)(
    "$brand /$segment: opened directly, with Back, and reloaded",
    async ({ brand, pages }, { arrive }) => {
      const { page, open } = await arrive(brand, {
        stored: await storedOf(brand),
      });
      for (const row of pages) {
        await open(row.path + QUERY);
        const screen = await hydrated(page);
        expect(screen).toMatchObject({ path: row.path, search: QUERY });
        if (row.page !== null) expect(screen.page, row.path).toBe(row.page);
        if (row.title !== null) expect(await page.title()).toBe(row.title);
        expect(screen.heading, row.path).not.toBe("");
      }
      for (const { path } of pages.toReversed().slice(1)) {
        await page.goBack({ waitUntil: "domcontentloaded" });
        expect(await hydrated(page)).toMatchObject({ path });
      }
      await page.reload({ waitUntil: "domcontentloaded" });
      expect(await hydrated(page)).toMatchObject({ path: pages[0]?.path });
    },
  );
});

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

function segmentOf(path: string): string {
  return path.split("/")[1] ?? "";
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
