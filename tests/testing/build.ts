/** Whether the site has to be built for the tests, or was built from exactly what is here now. */
import { createHash, randomUUID } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { findCheckout } from "../../compiler/checkout.mjs";
import { ROOT } from "../../compiler/testing/root.ts";

/** What a build is made of, beside what every cache depends on. */
const SOURCES = ["runtime", "server", "funnels", "vite.config.ts"];
const NO_SOURCE = /\.test\.tsx?$|\/testing\//;
/** What it makes. */
const RESULTS = ["dist", "generated"];

const NOTE = join(ROOT, "node_modules/.cache/funnels/tested-build.json");

/** The code that switches tester mode on in a build; only its hash is in it. */
export interface TesterCode {
  readonly TESTER_CODE: string;
  readonly TESTER_CODE_SHA256: string;
}

/** The tester code of the build that is there; null when it is not of these sources, or somebody has changed it. */
export async function builtBefore(): Promise<TesterCode | null> {
  const note = readNote();
  if (note === null) return null;
  const code = testerCode(note.code);
  return note.made === stateOf(RESULTS) && note.of === (await wanted(code))
    ? code
    : null;
}

/** Notes that what is there was built with this code just now. */
export async function noteBuild(code: TesterCode): Promise<void> {
  const note = {
    code: code.TESTER_CODE,
    of: await wanted(code),
    made: stateOf(RESULTS),
  };
  mkdirSync(dirname(NOTE), { recursive: true });
  writeFileSync(NOTE, JSON.stringify(note));
}

/** Known to the tests of one build alone. */
export function testerCode(code: string = randomUUID()): TesterCode {
  return {
    TESTER_CODE: code,
    TESTER_CODE_SHA256: createHash("sha256").update(code).digest("hex"),
  };
}

function readNote(): { code: string; of: string; made: string } | null {
  try {
    const { code, of, made } = JSON.parse(readFileSync(NOTE, "utf8"));
    return { code: String(code), of: String(of), made: String(made) };
  } catch {
    return null;
  }
}

/** Changes with the sources, and with what a build reads of its environment. */
async function wanted({ TESTER_CODE_SHA256 }: TesterCode): Promise<string> {
  process.env["TESTER_CODE_SHA256"] = TESTER_CODE_SHA256;
  const environment = await import("../../compiler/site/environment.ts");
  const hash = createHash("sha256")
    .update(findCheckout().fingerprint)
    .update(JSON.stringify(environment));
  for (const name of SOURCES.flatMap(filesBelow))
    if (!NO_SOURCE.test(name))
      hash.update(`${name}\n`).update(readFileSync(join(ROOT, name)));
  return hash.digest("hex");
}

/** Changes when a file is written, whatever is in it. */
function stateOf(names: readonly string[]): string {
  const hash = createHash("sha256");
  for (const name of names.flatMap(filesBelow)) {
    const { size, mtimeMs } = statSync(join(ROOT, name));
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

/** Files of a folder, or the file itself, relative to the root and in order; none when it is not there. */
function filesBelow(name: string): readonly string[] {
  const path = join(ROOT, name);
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (entry.isFile()) return [name];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(ROOT.length + 1))
    .toSorted();
}
