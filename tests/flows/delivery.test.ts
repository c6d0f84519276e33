import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { imageSize } from "image-size";
import { beforeAll, describe, expect, test } from "vitest";
import { AT_ONCE_BYTES } from "../../compiler/site/compress.ts";
import { CHAPTERS } from "../../generated/chapter.ts";
import { ROOT } from "../../compiler/testing/root.ts";
import { readSchemaDir } from "../../compiler/workspace/environment.ts";
import type { PageId } from "../../generated/names.ts";
import { answers, handovers } from "../../generated/traits.ts";
import { SCRIPT_BYTES } from "../testing/limits.ts";
import { everyRoute } from "../testing/spec-routes.ts";
import { isForeign } from "../testing/traffic.ts";

const DIST = join(ROOT, "dist");

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
      const hidesWords =
        shown.includes("data-personal=") || head.includes("data-experiment=");
      expect(head.includes("<script"), file).toBe(hidesWords);
    }
  });

  test("of a question comes at once over a new connection", async () => {
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
    expect(sizes.filter(({ bytes }) => bytes > AT_ONCE_BYTES)).toEqual([]);
  });

  test("finds scripts that browsers without lookbehind understand", async () => {
    const earlier: unknown = JSON.parse(
      await readFile(join(DIST, "earlier.json"), "utf8").catch(() => "{}"),
    );
    const names = (await readdir(join(DIST, "assets"))).filter(
      (name) => name.endsWith(".js") && !Object.hasOwn(Object(earlier), name),
    );
    expect(names.length).toBeGreaterThan(40);
    for (const name of names) {
      const script = await readFile(join(DIST, "assets", name), "utf8");
      // Safari before 16.4 takes nothing of a script in which such a pattern stands.
      expect(script.match(/.{0,40}\(\?<[=!].{0,20}/), name).toBeNull();
    }
  });

  test("of a question names few bytes of script", async () => {
    const weights = new Map<string, number>();
    for (const { html } of documents.filter(isQuestion)) {
      const named = [...html.matchAll(SCRIPTS_NAMED)].flatMap(
        ([, paths = ""]) => paths.split(" "),
      );
      const files = [...new Set(named)];
      expect(files.length).toBeGreaterThan(2);
      const sizes = await Promise.all(files.map(packed));
      const sum = sizes.reduce((before, size) => before + size, 0);
      weights.set(files.join(" "), sum);
    }
    const heavy = [...weights].filter(([, sum]) => sum > SCRIPT_BYTES);
    expect(heavy).toEqual([]);
  });
});

/** Nobody who measures looks in there. */
const ANSWER = 'data-answer="true"';

/** What walkers and monitors find on a page beside what its traits promise, whatever its words are. */
const CONTRACT: Readonly<Partial<Record<PageId, readonly string[]>>> = {
  authorization: ["<form", 'type="email"', 'data-action="submit"'],
  contact: ["<form", 'type="email"', "<textarea", 'data-action="submit"'],
  "data-request": ["<form", 'type="email"', 'data-action="submit"'],
  date: ["<form", ...question("date"), 'data-action="continue"'],
  downsell: [...taking("accept"), 'data-product="'],
  gift: [...taking("accept"), 'type="radio"'],
  info: ['data-action="continue"'],
  landing: ['data-action="continue"'],
  multi: [...choices("checkbox"), 'data-action="continue"'],
  "my-orders": ["<form", 'type="email"', 'data-action="submit"'],
  "not-found": ['href="/"'],
  number: ["<form", ...question("text"), 'data-action="continue"'],
  offer: [...taking("buy"), 'data-product="', 'type="radio"'],
  "promo-code": ['data-action="continue"'],
  registration: ["<form", 'type="email"', 'data-action="submit"'],
  report: ['data-action="continue"'],
  scale: choices("radio"),
  single: choices("radio"),
  slider: [...question("range"), 'data-action="continue"'],
  text: ["<form", ...question("text"), 'data-action="continue"'],
  upload: ["<form", 'type="file"', 'data-action="submit"'],
  upsell: [...taking("accept"), 'data-product="'],
};

/** Every page there is, with all that is found on it. */
const MARKS = Object.keys(readSchemaDir(ROOT, "pages")).map((page) => {
  const own = new Map(Object.entries(CONTRACT)).get(page) ?? [];
  const asked = Object.hasOwn(answers, page) ? ['data-question="', ANSWER] : [];
  const left = new Map<string, string>(Object.entries(handovers)).get(page);
  const button = left === "continue" ? ['data-action="continue"'] : [];
  return { page, marks: [...new Set([...asked, ...button, ...own])] };
});

function choices(role: "radio" | "checkbox"): readonly string[] {
  return ["<fieldset", ...question(role)];
}

function question(input: string): readonly string[] {
  return ['data-question="', ANSWER, `type="${input}"`];
}

function taking(action: "buy" | "accept"): readonly string[] {
  return [`data-action="${action}"`, 'data-action="decline"', "data-price"];
}

describe("every page, before any script", () => {
  test.each(MARKS)(
    "$page: has one headline and what can be done on it",
    ({ page, marks }) => {
      const own = documents.filter(({ html }) =>
        mainOf(html).startsWith(`<main data-page="${page}"`),
      );
      expect(own.length, "documents of funnels/ with it").toBeGreaterThan(0);
      for (const { file, html } of own) {
        const main = mainOf(html);
        // Of an experiment both sides are there, and one is hidden.
        const sides = html.includes("data-experiment=") ? 2 : 1;
        expect(main.match(/<h1[ >]/g), file).toHaveLength(sides);
        expect(
          marks.filter((mark) => !main.includes(mark)),
          file,
        ).toEqual([]);
      }
    },
  );

  test("a thank-you page stands with the last drawing of its brand, an offer with what it sells", () => {
    const chapters = (page: string) =>
      new Set(
        documents
          .map(({ html }) => mainOf(html))
          .filter((main) => main.startsWith(`<main data-page="${page}"`))
          .map((main) => /^<main[^>]* data-chapter="(\d)"/.exec(main)?.[1]),
      );
    expect(chapters("thank-you")).toEqual(new Set([String(CHAPTERS - 1)]));
    expect(chapters("offer")).toEqual(new Set([undefined]));
  });

  test("says on its main element what pictures are in it, for the drawing that stands in for them", () => {
    const mains = documents
      .map(({ html }) => mainOf(html))
      .filter((main) => /^<main[^>]* data-chapter=/.test(main));
    const shown = (main: string) => /<img(?![^>]* data-drawing)/.test(main);
    const said = (main: string) => /^<main[^>]* data-pictures="own"/.test(main);
    expect(mains.some(shown)).toBe(true);
    expect(mains.filter((main) => shown(main) !== said(main))).toEqual([]);
  });

  test("says without scripts that it needs them and whom to write to, unless it is there to be read", () => {
    const reading = new Set(["article", "not-found"]);
    for (const { file, html } of documents) {
      const [, page = ""] = /<main data-page="([^"]+)"/.exec(html) ?? [];
      const [, body = ""] = html.split("<body>");
      const [, words = ""] = /<noscript>([^]*?)<\/noscript>/.exec(body) ?? [];
      expect(words === "", file).toBe(reading.has(page));
      if (words !== "") expect(words, file).toMatch(/href="mailto:\w+@/);
      // Nothing waits for a script that does not come.
      expect(html, file).toMatch(
        /<noscript><style>[^<]*data-preloader[^<]*data-undecided[^<]*display:none/,
      );
    }
  });

  test("offers photos in widths that are there, each as wide as it says", async () => {
    const offered = new Map(
      documents.flatMap(({ html }) =>
        [...html.matchAll(/ srcset="([^"]*)"/gi)].flatMap(([, set = ""]) =>
          set.split(", ").map((one): [string, number] => {
            const [address = "", width = ""] = one.split(" ");
            return [address, Number.parseInt(width, 10)];
          }),
        ),
      ),
    );
    expect(offered.size).toBeGreaterThan(40);
    for (const [address, width] of offered) {
      const size = imageSize(await readFile(join(DIST, address)));
      expect(size.width, address).toBe(width);
      expect(address.endsWith(`.${size.type}`), address).toBe(true);
    }
  });

  test("is of its own brand: no script, style or picture of another", () => {
    for (const { file, html } of documents) {
      const [brand = ""] = file.split("/");
      const named = [...html.matchAll(/\/assets\/[^"')\s]+/g)];
      const foreign = named.filter(([url]) =>
        isForeign({ url, at: "" }, brand),
      );
      expect(foreign, file).toEqual([]);
    }
  });

  test("may show pictures of the visitor's own where they are made, and nowhere else", () => {
    const allowed = (file: string) =>
      /img-src [^;]*blob:/.test(
        documents.find((each) => each.file === file)?.html ?? "",
      );
    expect(allowed("transform/quiz/start/index.html")).toBe(true);
    expect(allowed("transform/terms/index.html")).toBe(false);
    expect(allowed("calm/quiz-adhd/start/index.html")).toBe(false);
  });
});

/** What is shown of a document; what comes next lies beside it in templates. */
function mainOf(html: string): string {
  return /<main [^]*?<\/main>/.exec(html)?.[0] ?? "";
}

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
