import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ContentFile } from "../parse/file-name.ts";

/** The project's root: where package.json, schema/ and runtime/ are. */
export const ROOT = dirname(dirname(import.meta.dirname));

/** Reads every YAML file below a content root: `site.yaml`, `<brand>/brand.yaml`, `<brand>/<funnel>.yaml`. */
export function readContent(contentDir: string): ContentFile[] {
  const names = readdirSync(contentDir, { withFileTypes: true }).flatMap(
    (entry) => {
      if (entry.isFile()) return isYaml(entry.name) ? [entry.name] : [];
      if (!entry.isDirectory() || entry.name.startsWith(".")) return [];
      const inner = readdirSync(join(contentDir, entry.name)).filter(isYaml);
      return inner.map((name) => `${entry.name}/${name}`);
    },
  );
  return names.sort().map((name) => ({
    name,
    text: readFileSync(join(contentDir, name), "utf8"),
  }));
}

/** The same files, of which only the one at `changed` is read again. */
export function rereadFile(
  files: readonly ContentFile[],
  contentDir: string,
  changed: string,
): ContentFile[] {
  const path = resolve(changed);
  return files.map((file) =>
    resolve(contentDir, file.name) === path
      ? { ...file, text: readFileSync(changed, "utf8") }
      : file,
  );
}

// `.yml` is refused by name; a file that is silently left out would be looked for in vain.
function isYaml(name: string): boolean {
  return /\.ya?ml$/.test(name);
}
