import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { ROOT } from "../../compiler/testing/root.ts";
import { ask } from "../testing/ask.ts";
import type { BrandId } from "../testing/content.ts";
import {
  everyRoute,
  type PageRow,
  type QuestionsRow,
} from "../testing/spec-routes.ts";
import { test } from "../testing/visitor.ts";

const QUERY = "?utm_source=x&fbclid=y";
/** The brands that the specification knows. */
const laidDown = [...everyRoute.keys()];

describe("every route of the product", () => {
  test.concurrent.for(laidDown)(
    "%s: redirects keep the query",
    async (brand) => {
      for (const row of rowsOf(brand)) {
        if (row.kind !== "redirect") continue;
        const { status, location } = await ask(brand, row.path + QUERY);
        expect([status, location], row.path).toEqual([302, row.to + QUERY]);
      }
    },
  );

  test.concurrent.for(laidDown)("%s: as many questions", async (brand) => {
    for (const row of rowsOf(brand)) {
      if (row.kind !== "questions") continue;
      expect(await built(brand, row), row.mount).toBe(row.count);
      const { status } = await ask(brand, `${row.mount}/${row.first}`);
      expect(status).toBe(200);
    }
  });

  test.concurrent.for(laidDown)(
    "%s: each page is served, with its title and a headline",
    async (brand) => {
      for (const { path, page, title } of rowsOf(brand).flatMap(pageOf)) {
        const { status, body } = await ask(brand, path);
        const html = body.toString();
        expect(status, path).toBe(200);
        const kind = page ?? "[a-z-]+";
        expect(html, path).toMatch(new RegExp(`<main data-page="${kind}"`));
        const [, shown] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
        expect(shown, path).toMatch(/\S/);
        if (title !== null) expect(shown).toBe(title);
        expect(html.match(/<h1[ >]/g), path).not.toBeNull();
      }
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
