import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../compiler/workspace/content.ts";
import { everyRoute } from "./every-route.ts";

const DIST = join(ROOT, "dist");
/** Most that the document of a question may weigh, compressed by Brotli. */
const QUESTION_BYTES = 14 * 1_024;
/** Most that the scripts of all questions may weigh, compressed by Brotli. */
const SCRIPT_BYTES = 85_000;

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

  test("with a hand-over names no script to fetch, and runs one in its head only to hide words or pick a side", () => {
    const handed = documents.filter(({ html }) => html.includes("data-entry"));
    expect(handed.length).toBeGreaterThan(10);
    for (const { file, html } of handed) {
      expect(html, file).not.toMatch(/rel="modulepreload"|<script[^>]* src=/);
      const [head = "", body = ""] = html.split("<body>");
      const [shown = ""] = body.split(/<template|<script/);
      // What hides words or picks a side has to run before they are painted.
      const isVeiled =
        shown.includes("data-personal=") || head.includes("data-experiment=");
      expect(head.includes("<script"), file).toBe(isVeiled);
    }
  });

  test("of a question is small", async () => {
    const questions = documents.filter(isQuestion);
    const laidDown = [...everyRoute.values()].flat();
    const counts = laidDown.map((row) =>
      row.kind === "questions" ? row.count : 0,
    );
    const least = counts.reduce((sum, count) => sum + count, 0);
    expect(questions.length).toBeGreaterThanOrEqual(least);
    const sizes = await Promise.all(
      questions.map(async ({ file }) => ({
        file,
        bytes: (await stat(join(DIST, `${file}.br`))).size,
      })),
    );
    expect(sizes.filter(({ bytes }) => bytes > QUESTION_BYTES)).toEqual([]);
  });

  test("of a question names few bytes of script", async () => {
    const weights = new Map<string, number>();
    for (const { html } of documents.filter(isQuestion)) {
      const named = [...html.matchAll(SCRIPTS_NAMED)].flatMap(
        ([, paths = ""]) => paths.split(" "),
      );
      const files = [...new Set(named)];
      expect(files.length).toBeGreaterThan(3);
      const sizes = await Promise.all(files.map(packed));
      const sum = sizes.reduce((before, size) => before + size, 0);
      weights.set(files.join(" "), sum);
    }
    const heavy = [...weights].filter(([, sum]) => sum > SCRIPT_BYTES);
    expect(heavy).toEqual([]);
  });
});

/** Modules that a document asks for. */
const SCRIPTS_NAMED =
  /(?:modulepreload" href|data-entry|data-modules|type="module" src)="([^"]+\.js)"/g;

function isQuestion({ html }: { readonly html: string }): boolean {
  return /<main [^>]*data-route="[^"]*\{question\}"/.test(html);
}

/** Bytes of a file on the wire: compressed, unless it is too small for that. */
async function packed(path: string): Promise<number> {
  const file = join(DIST, path);
  const { size } = await stat(`${file}.br`).catch(() => stat(file));
  return size;
}
