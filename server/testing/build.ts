import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BuildFile } from "../static/build-file.ts";
import { testSite } from "./site.ts";

interface TestBuild extends Pick<BuildFile, "id"> {
  readonly previous?: BuildFile["previous"];
  readonly site?: BuildFile["site"];
  /** Address below the folder -> document. */
  readonly pages?: Readonly<Record<string, string>>;
  readonly assets?: Readonly<Record<string, string>>;
}

/** Writes a build as the compiler leaves it: a folder for each brand, `build.json` at last. */
export function writeBuild(
  dir: string,
  { id, previous = null, site = testSite, pages = {}, assets = {} }: TestBuild,
): void {
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  };
  for (const brand of Object.keys(site.brands))
    mkdirSync(join(dir, brand), { recursive: true });
  for (const [address, html] of Object.entries(pages))
    write(`${address}/index.html`, html);
  for (const [name, text] of Object.entries(assets))
    write(`assets/${name}`, text);
  const file: BuildFile = { version: 1, id, previous, site };
  write("build.json", JSON.stringify(file));
}
