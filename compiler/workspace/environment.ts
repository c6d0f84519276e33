import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { imageSize } from "image-size";
import type { Environment } from "../link/environment.ts";
import type { CallFacts } from "../emit/call.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { PaymentProvider, PaymentProviders } from "../schema/payments.ts";
import { combineSchemas, type SchemaFiles } from "../schema/language.ts";
import { withShared } from "../schema/shared.ts";
import { WrongSchema } from "../schema/wrong-schema.ts";
import type { AssetInfo, Assets } from "../link/scope.ts";
import type { AssetFile } from "./asset-files.ts";
import { assetFilesOf, assetsDir } from "./content.ts";

/** The environment of a content root: the language of the checkout's `schema/`, its fonts, the brands' assets. */
export function readEnvironment(
  root: string,
  contentDir: string,
  prefix: string,
): Environment {
  return {
    ...ofCheckout(root, prefix),
    purpose: "emit",
    assets: (brand) => readAssets(contentDir, brand),
  };
}

/**
 * What a check depends on beside the YAML. Of pictures it knows the names alone: no finding can depend on what is not
 * here, so that the names are enough for the key of a kept result.
 */
export function checkEnvironment(
  root: string,
  prefix: string,
  assets: (brand: string) => readonly AssetFile[],
): Environment {
  return {
    ...ofCheckout(root, prefix),
    purpose: "check",
    assets: (brand) => namedAssets(assets(brand)),
  };
}

function ofCheckout(root: string, prefix: string) {
  return {
    language: combineSchemas(readSchemas(root)),
    prefix,
    fonts: installedFonts(root),
  };
}

function readSchemas(root: string): SchemaFiles {
  return schemaFiles((folder) => {
    const dir = join(root, "schema", folder);
    return new Map(
      readdirSync(dir)
        .sort()
        .map((name) => [name, readFileSync(join(dir, name), "utf8")]),
    );
  });
}

/** The folders of `schema/` that say what content may say. */
export const LANGUAGE_FOLDERS = [
  "envelope",
  "pages",
  "sections",
  "payments",
] as const;
type LanguageFolder = (typeof LANGUAGE_FOLDERS)[number];

/**
 * The schemas of a language. Throws `WrongSchema` for what is no JSON.
 *
 * @param filesOf the texts of a folder of `schema/`, by the names of its files
 */
export function schemaFiles(
  filesOf: (folder: LanguageFolder) => ReadonlyMap<string, string>,
): SchemaFiles {
  const shared = parsed(
    filesOf("envelope").get(SHARED) ?? "{}",
    `schema/envelope/${SHARED}`,
  );
  const all = (folder: LanguageFolder) =>
    Object.fromEntries(
      [...filesOf(folder)]
        .filter(([name]) => name.endsWith(SCHEMA) && name !== SHARED)
        .map(([name, text]) => {
          const file = `schema/${folder}/${name}`;
          return [
            basename(name, SCHEMA),
            parsed(text, file, withShared(shared, file)),
          ];
        }),
    );
  const { site = {}, brand = {}, funnel = {} } = all("envelope");
  return {
    envelopes: { site, brand, funnel },
    pages: all("pages"),
    sections: all("sections"),
    payments: paymentsIn(filesOf("payments")),
  };
}

const SCHEMA = ".schema.json";
/** What several of them say alike; there was none before. */
const SHARED = "shared.schema.json";

function paymentsIn(files: ReadonlyMap<string, string>): PaymentProviders {
  return Object.fromEntries(
    [...files]
      .filter(([name]) => name.endsWith(".json"))
      .map(([name, text]) => {
        const provider = parsed<PaymentProvider>(
          text,
          `schema/payments/${name}`,
        );
        return [basename(name, ".json"), provider];
      }),
  );
}

function parsed<Schema = JsonSchema>(
  text: string,
  file: string,
  reviver?: (key: string, value: unknown) => unknown,
): Schema {
  try {
    const schema: Schema = JSON.parse(text, reviver);
    return schema;
  } catch (error) {
    if (error instanceof WrongSchema) throw error;
    const problem = `${file}: is not JSON (${String(error)})`;
    throw new WrongSchema([problem], { cause: error });
  }
}

/** All schemas of a folder of `schema/`, by name without `.schema.json`. */
export function readSchemaDir(
  root: string,
  folder: "pages" | "sections" | "api",
): Record<string, JsonSchema> {
  const dir = join(root, "schema", folder);
  const files = readdirSync(dir)
    .filter((name) => name.endsWith(SCHEMA))
    .sort();
  return Object.fromEntries(
    files.map((name) => [
      basename(name, SCHEMA),
      parsed(readFileSync(join(dir, name), "utf8"), `schema/${folder}/${name}`),
    ]),
  );
}

/** What `schema/call.json` says of every call. */
export function readCallFacts(root: string): CallFacts {
  const facts: CallFacts = JSON.parse(
    readFileSync(join(root, "schema/call.json"), "utf8"),
  );
  return facts;
}

/** The payment providers that content may name, by id. */
export function readPaymentProviders(root: string): PaymentProviders {
  return readSchemas(root).payments;
}

function installedFonts(root: string): string[] {
  const scope = "@fontsource-variable";
  return listOrNone(join(root, "node_modules", scope)).map(
    (name) => `${scope}/${name}`,
  );
}

function namedAssets(files: readonly AssetFile[]): Assets {
  const names = files.map(({ name }) => name);
  const known = new Set(names);
  const unread = { hash: "", width: 0, height: 0, isMoving: false };
  return {
    names,
    problems: problemsIn(files),
    read: (name) => (known.has(name) ? unread : undefined),
  };
}

function problemsIn(files: readonly AssetFile[]): Assets["problems"] {
  return files.flatMap(({ name, problem }) =>
    problem === null ? [] : [{ name, problem }],
  );
}

function readAssets(contentDir: string, brand: string): Assets {
  const files = assetFilesOf(contentDir, brand);
  const dir = assetsDir(contentDir, brand);
  const names = files.map(({ name }) => name);
  return {
    ...assetsFrom(names, (name) => readFileSync(join(dir, name))),
    problems: problemsIn(files),
  };
}

/** The files of one assets folder; each is read when it is first asked for. */
export function assetsFrom(
  names: readonly string[],
  readBytes: (name: string) => Uint8Array,
): Assets {
  const known = new Map<string, AssetInfo>();
  return {
    names,
    problems: [],
    read(name) {
      if (!names.includes(name)) return undefined;
      const info = known.get(name) ?? assetInfo(readBytes(name));
      known.set(name, info);
      return info;
    },
  };
}

/** Of the orientations that a camera notes in a photo, from this one on its width is shown as its height. */
const FIRST_ON_ITS_SIDE = 5;

function assetInfo(bytes: Uint8Array): AssetInfo {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    const sides = [width, height].map(Math.round);
    const [across = 0, down = 0] =
      orientation >= FIRST_ON_ITS_SIDE ? sides.toReversed() : sides;
    return { hash, width: across, height: down, isMoving: isMoving(bytes) };
  } catch {
    // Films and captions have no size to reserve.
    return { hash, width: 0, height: 0, isMoving: false };
  }
}

const WEBP_MOVES = 0b10;

/** WebP says so by a bit, PNG by a chunk before the first picture, AVIF by its brand. */
function isMoving(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString("latin1", 0, 100_000);
  return (
    (/^RIFF.{4}WEBPVP8X/s.test(text) && ((bytes[20] ?? 0) & WEBP_MOVES) > 0) ||
    /^.PNG(?:(?!IDAT).)*acTL/s.test(text) ||
    /^.{4}ftypavis/s.test(text)
  );
}

function listOrNone(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
