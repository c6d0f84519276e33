import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { imageSize } from "image-size";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../compiler/testing/root.ts";
import { href } from "../../generated/address.ts";
import { isHidden } from "../../generated/privacy.ts";
import { ask } from "../testing/ask.ts";
import { type BrandId, brands, funnelsOf } from "../testing/content.ts";

const DIST = join(ROOT, "dist");

interface Head {
  readonly address: string;
  readonly html: string;
  readonly tags: ReadonlyMap<string, string>;
}

/** Of every document, and of those that are pages. */
let documents: readonly Head[] = [];
let heads: readonly Head[] = [];
beforeAll(async () => {
  const files = await readdir(DIST, { recursive: true });
  documents = await Promise.all(
    files
      .filter((file) => file.endsWith(".html"))
      .map(async (file) => {
        const html = await readFile(join(DIST, file), "utf8");
        const address = `/${file.replace(/\/?index\.html$/, "")}`;
        return { address, html, tags: tagsOf(html) };
      }),
  );
  heads = documents.filter(
    ({ address }) => !/\/offline\/|\/404\.html$/.test(address),
  );
});

/** The content of each meta tag by its name, and where the canonical link leads. */
function tagsOf(html: string): Map<string, string> {
  const [head = ""] = html.split("</head>");
  const named = head.matchAll(
    /<(?:meta (?:name|property)|link rel)="([^"]+)"(?: type="[^"]*")? (?:content|href)="([^"]*)"/g,
  );
  return new Map([...named].map(([, name = "", value = ""]) => [name, value]));
}

/** The addresses that a brand's sitemap names, sorted. */
async function sitemapOf(brand: BrandId): Promise<string[]> {
  const { body } = await ask(brand, "/sitemap.xml");
  const urls = body.toString().matchAll(/<loc>([^<]*)<\/loc>/g);
  return [...urls].map(([, url = ""]) => url).toSorted();
}

const at = (address: string) =>
  heads.find((head) => head.address === address)?.tags ?? new Map();

describe("what search engines are told", () => {
  test("only beginnings and the brand's own pages may be listed, and the sitemap names exactly these", async () => {
    for (const id of brands) {
      const own = documents.filter(({ address }) =>
        `${address}/`.startsWith(`/${id}/`),
      );
      const listed = own
        .filter(({ tags }) => tags.get("robots") !== "noindex")
        .map(({ tags }) => tags.get("canonical") ?? "");
      expect([...new Set(listed)].toSorted(), id).toEqual(await sitemapOf(id));
    }
  });

  test("a brand's pages and the first page of each funnel are named", async () => {
    const paths = (await sitemapOf("calm")).map((url) => new URL(url).pathname);
    expect(paths).toEqual([
      "/",
      "/contact",
      "/mp",
      "/orders",
      "/policy",
      "/quiz-adhd/start",
      "/quiz-anxiety/start",
      "/quiz-parenting/start",
      "/quiz-spirituality/start",
      "/quiz/start",
      "/terms",
      "/your-data",
    ]);
  });

  test("a mirror leads to what it mirrors", () => {
    for (const path of ["start", "2-waiting", "oto"]) {
      const original = `https://calm.example/quiz/${path}`;
      expect(at(`/calm/quiz-mp/${path}`).get("canonical")).toBe(original);
      expect(at(`/calm/quiz/${path}`).get("canonical")).toBe(original);
    }
  });

  test("no two pages that are listed have one title or description", () => {
    for (const name of ["og:title", "og:description"])
      for (const id of brands) {
        const texts = new Map<string, string>();
        for (const { address, tags } of heads) {
          const text = tags.get(name);
          if (!address.startsWith(`/${id}/`) || tags.has("robots")) continue;
          if (text === undefined) continue;
          const canonical = tags.get("canonical") ?? "";
          expect(texts.get(text) ?? canonical, text).toBe(canonical);
          texts.set(text, canonical);
        }
      }
  });

  test("each brand says once who it is, in data", () => {
    for (const id of brands) {
      const told = heads.filter(
        ({ address, html, tags }) =>
          `${address}/`.startsWith(`/${id}/`) &&
          html.includes("application/ld+json") &&
          address.endsWith(
            new URL(tags.get("canonical") ?? "").pathname.replace(/\/$/, ""),
          ),
      );
      expect(told.length, id).toBe(1);
      const [, json = ""] =
        /ld\+json">(.*?)<\/script>/.exec(told[0]?.html ?? "") ?? [];
      expect(JSON.parse(json)["@graph"][0]["@type"]).toBe("Organization");
      expect(json).not.toMatch(/price|offer/i);
    }
  });
});

describe("what a shared link shows", () => {
  test("is a picture of its own for each funnel, of the size that networks want", async () => {
    const pictures = new Set(heads.map(({ tags }) => tags.get("og:image")));
    expect(pictures.size).toBe(
      (await Promise.all(brands.map(funnelsOf))).flat().length,
    );
    for (const picture of pictures) {
      const { pathname } = new URL(picture ?? "");
      const bytes = await readFile(join(DIST, pathname));
      const { width, height } = imageSize(bytes);
      expect([width, height], pathname).toEqual([1200, 630]);
      expect(bytes.length, pathname).toBeLessThan(150_000);
    }
  });

  test("of a page behind answers is the funnel, and nothing of the page", async () => {
    let hidden = 0;
    for (const id of brands)
      for (const funnel of await funnelsOf(id)) {
        const [mount = ""] = funnel.mounts;
        const [first] = funnel.steps;
        if (funnel.id === "pages" || first === undefined) continue;
        const front = at(`/${id}${href(mount, first.path)}`);
        for (const step of funnel.steps) {
          const shown = at(`/${id}${href(mount, step.path)}`);
          if (shown.get("robots") !== "noindex") continue;
          if (isHidden(step.sensitive)) hidden += 1;
          for (const name of ["og:title", "og:description", "og:url"])
            expect(shown.get(name), step.path).toBe(front.get(name));
        }
      }
    expect(hidden).toBeGreaterThan(5);
  });
});

test("every document has its icon in itself, as a picture that no browser has to lay out", async () => {
  const icons = new Set(heads.map(({ tags }) => tags.get("icon")));
  expect(icons.size).toBe(brands.length);
  for (const icon of icons) {
    const [, base64 = ""] =
      /^data:image\/png;base64,([\w+/=]+)$/.exec(icon ?? "") ?? [];
    expect(imageSize(Buffer.from(base64, "base64"))).toMatchObject({
      type: "png",
      width: 32,
      height: 32,
    });
    // Two colours and what is between them.
    expect(base64.length).toBeLessThan(700);
  }
});

describe("files that programs ask for by name", () => {
  const files = [
    ["/robots.txt", "text/plain; charset=utf-8", "Sitemap: https://woo."],
    [
      "/.well-known/security.txt",
      "text/plain; charset=utf-8",
      "Contact: mailto:",
    ],
    ["/manifest.webmanifest", "application/manifest+json", '"icons":[{'],
    ["/addresses.json", "application/json", '"/quiz/start"'],
    ["/favicon.ico", "image/x-icon", ""],
    ["/apple-touch-icon.png", "image/png", "PNG"],
  ] as const;
  test.each(files)("%s is there", async (path, type, words) => {
    const { status, headers, body } = await ask("woo", path);
    expect([status, headers["content-type"]]).toEqual([200, type]);
    expect(body.toString("latin1")).toContain(words);
  });

  test("a security contact holds for less than a year, as it should", async () => {
    const { body } = await ask("woo", "/.well-known/security.txt");
    const [, until = ""] = /Expires: (\S+)/.exec(body.toString()) ?? [];
    const days = (Date.parse(until) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThan(367);
  });

  test.each([
    "/quiz/logo.png",
    "/wp-login.php",
    "/apple-touch-icon-120x120.png",
  ])("%s, which is not there, costs a few bytes", async (path) => {
    const { status, headers, body } = await ask("woo", path);
    expect([status, body.length < 50]).toEqual([404, true]);
    expect(headers["cache-control"]).toBe("no-store");
  });
});
