import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { beforeAll, describe, expect } from "vitest";
import { ROOT } from "../../compiler/content.ts";
import { alive } from "./screen.ts";
import { type BrandId, test } from "./visitor.ts";
import { walk } from "./walk.ts";

const DIST = join(ROOT, "dist");
/** Most that the document of a question may weigh, compressed by Brotli. */
const QUESTION_BYTES = 14 * 1_024;
/** Most that all scripts of a walk through the questions may weigh, compressed by Brotli. */
const SCRIPT_BYTES = 95_000;
const SCRIPT = /\/assets\/.*\.js$/;

let documents: readonly { readonly file: string; readonly html: string }[] = [];
beforeAll(async () => {
  const files = await readdir(DIST, { recursive: true });
  documents = await Promise.all(
    files
      .filter((file) => file.endsWith(".html"))
      .map(async (file) => ({
        file,
        html: await readFile(join(DIST, file), "utf8"),
      })),
  );
});

describe("every document", () => {
  test("is there", () => {
    expect(documents.length).toBeGreaterThan(200);
  });

  test("brings a policy that allows nothing by the way", () => {
    for (const { file, html } of documents) {
      const [, policy = ""] =
        /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ??
        [];
      expect(policy, file).toContain("default-src 'none'");
      expect(policy, file).toContain("require-trusted-types-for 'script'");
      expect(policy, file).toContain("base-uri 'none'");
      expect(policy, file).not.toMatch(/unsafe-(inline|eval|hashes)|\*|http:/);
    }
  });

  test("holds no style attribute, no handler and no foreign address", () => {
    for (const { file, html } of documents) {
      const tags = html
        .replaceAll(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, "")
        .match(/<[a-z][^>]*>/g);
      expect(tags, file).not.toBeNull();
      const refused = tags?.filter(
        (tag) =>
          /\s(style|on[a-z]+)=/.test(tag) ||
          /\s(src|action)="(https?:)?\/\//.test(tag) ||
          /javascript:/i.test(tag),
      );
      expect(refused, file).toEqual([]);
    }
  });

  test("of a question is small", async () => {
    const questions = documents.filter(({ html }) =>
      /<main [^>]*data-route="[^"]*\{question\}"/.test(html),
    );
    // Three mounts have the same 23.
    expect(questions.length).toBe(33 + 3 * 23 + 21);
    const sizes = await Promise.all(
      questions.map(async ({ file }) => ({
        file,
        bytes: (await stat(join(DIST, `${file}.br`))).size,
      })),
    );
    expect(sizes.filter(({ bytes }) => bytes > QUESTION_BYTES)).toEqual([]);
  });
});

describe("a walk through the questions", () => {
  const funnels = [
    { brand: "calm", from: "/quiz-adhd", end: /34-summary/ },
    { brand: "dating", from: "/quiz-exback", end: /24-ex-name/ },
    { brand: "spiritual", from: "/quiz", end: /22-growth-profile/ },
  ] as const;

  test.concurrent.for(funnels)(
    "$brand: light, of one brand, with nothing fetched between two questions",
    async ({ brand, from, end }, { arrive }) => {
      const { page, open } = await arrive(brand, { clock: true });
      const fetched = listen(page);
      await open(from);
      await alive(page);
      await page.waitForLoadState("networkidle");
      const before = fetched.length;
      const { screens } = await walk(page, {
        answers: { safety: "none", gender: "female" },
        takes: () => false,
        until: end,
      });
      // On the last question, what comes behind the questions is fetched.
      const last = screens.at(-2)?.path;
      const needed = fetched.filter(({ at }) => at !== last && !end.test(at));
      const between = needed
        .slice(before)
        .filter(({ url }) => SCRIPT.test(url));
      expect(between).toEqual([]);
      const others = (["calm", "dating", "spiritual"] as const).filter(
        (other) => other !== brand,
      );
      expect(
        fetched.filter(({ url }) => others.some((other) => isOf(url, other))),
      ).toEqual([]);
      const bytes = await weigh(needed.map(({ url }) => url));
      expect(bytes, "bytes of script").toBeLessThan(SCRIPT_BYTES);
    },
  );
});

interface Fetched {
  readonly url: string;
  /** The page that asked for it. */
  readonly at: string;
}

function listen(page: Page): readonly Fetched[] {
  const fetched: Fetched[] = [];
  page.on("request", (request) =>
    fetched.push({ url: request.url(), at: new URL(page.url()).pathname }),
  );
  return fetched;
}

/** Modules and pictures are called by their brand. */
function isOf(url: string, brand: BrandId): boolean {
  return new RegExp(`/assets/${brand}[-/]`).test(url);
}

/** What scripts weigh on the wire: compressed, unless they are too small for it. */
async function weigh(urls: readonly string[]): Promise<number> {
  const scripts = [...new Set(urls.filter((url) => SCRIPT.test(url)))];
  expect(scripts.length).toBeGreaterThan(3);
  const sizes = await Promise.all(
    scripts.map(async (url) => {
      const file = join(DIST, new URL(url).pathname);
      const packed = await stat(`${file}.br`).catch(() => stat(file));
      return packed.size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
