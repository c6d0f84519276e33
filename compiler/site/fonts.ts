import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FontFaces } from "../emit/theme.ts";
import type { Theme } from "../link/program.ts";

/** Subsets that content in western and central European languages needs. */
const SUBSETS = ["latin", "latin-ext"] as const;

export interface LoadedFont extends FontFaces {
  /** Served address -> file on disk. */
  readonly files: Readonly<Record<string, string>>;
}

/** Reads a @fontsource-variable package below `root`: its faces, and what stands in until it has come. */
export async function loadFont(
  root: string,
  font: Theme["font"],
): Promise<LoadedFont> {
  const name = font.package.slice(font.package.indexOf("/") + 1);
  const files: Record<string, string> = {};
  const faces: string[] = [];
  let preload = "";
  const ranges = unicodeRanges(
    readFileSync(join(root, "node_modules", font.package, "index.css"), "utf8"),
  );
  for (const subset of SUBSETS) {
    const file = join(
      "node_modules",
      font.package,
      "files",
      `${name}-${subset}-wght-normal.woff2`,
    );
    const range = ranges.get(subset);
    if (range === undefined || !existsSync(join(root, file))) continue;
    const hash = createHash("sha256")
      .update(readFileSync(join(root, file)))
      .digest("hex")
      .slice(0, 8);
    const url = `/assets/fonts/${name}-${subset}.${hash}.woff2`;
    files[url] = file;
    if (subset === "latin") preload = url;
    faces.push(
      `@font-face{font-family:"${font.family}";font-style:normal;font-display:swap;font-weight:300 900;` +
        `src:url(${url}) format("woff2");unicode-range:${range}}`,
    );
  }
  // What is known of a font is kept: most builds do without what measures it.
  const { standIns } = await import("./stand-ins.ts");
  const instead = await standIns(
    font,
    readFileSync(join(root, files[preload] ?? "")),
  );
  return {
    css: faces.join("") + instead.css,
    family: instead.family,
    preload,
    files,
  };
}

/** Subset name -> unicode-range, from the comments and rules of a fontsource stylesheet. */
function unicodeRanges(css: string): Map<string, string> {
  const ranges = new Map<string, string>();
  for (const [, subset, body] of css.matchAll(
    /\/\*\s*[\w-]+?-(latin(?:-ext)?)-wght-normal\s*\*\/\s*@font-face\s*\{([^}]*)\}/g,
  )) {
    const range = /unicode-range:\s*([^;]+);/.exec(body ?? "")?.[1];
    if (subset !== undefined && range !== undefined)
      ranges.set(subset, range.trim());
  }
  return ranges;
}
