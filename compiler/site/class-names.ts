import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** Without vowels, so that no name is a word: what a content blocker takes for advertising is hidden. */
const LETTERS = "bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ";

type ClassNames = (name: string, file: string) => string;

/**
 * The classes of CSS modules, as short as they get: two letters for the file, then one for the class, in the order of
 * the style sheet. A script says most of them, and hashes cannot be compressed. The names are the same in every build
 * of the same files.
 */
export function classNames(root: string): ClassNames {
  const folder = join(root, "runtime");
  // By their paths, so that the order is that of no file system.
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".module.css"))
    .map((file) => file.replaceAll("\\", "/"))
    .toSorted();
  const known = new Map(files.map((file) => [file, new Map<string, string>()]));
  return (name, path) => {
    const [clean = path] = path.split("?");
    const file = relative(folder, clean).replaceAll("\\", "/");
    // One that was added while the site is developed comes last.
    const named = known.get(file) ?? new Map<string, string>();
    known.set(file, named);
    const place = [...known.keys()].indexOf(file);
    const short = named.get(name) ?? numbered(place, 2) + numbered(named.size);
    named.set(name, short);
    return short;
  };
}

/** A number in letters, at least so many. */
function numbered(index: number, digits = 1): string {
  const rest = Math.floor(index / LETTERS.length);
  const letter = LETTERS[index % LETTERS.length] ?? "";
  return rest > 0 || digits > 1 ? numbered(rest, digits - 1) + letter : letter;
}
