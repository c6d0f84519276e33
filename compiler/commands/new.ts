import { existsSync, readFileSync, realpathSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { codesOf, currencyRules } from "../link/currencies.ts";
import { data } from "../schema/read.ts";
import { renamed } from "../parse/file-name.ts";
import { parseSource } from "../parse/source.ts";
import { misplacedContent, missingContent } from "../workspace/content.ts";
import { createFiles, type NewFile } from "../workspace/create-files.ts";
import { firstPrice } from "./first-price.ts";
import { brandTemplate, funnelTemplate, siteTemplate } from "./scaffold.ts";
import { starterFunnel } from "./starter-funnel.ts";

/** The longest `alias` of a brand, in characters. */
const BRAND_MAX = 60;

const USAGE =
  "Use `funnels new brand my-brand` or `funnels new funnel my-brand/my-funnel`.";

/**
 * Writes a brand with a first funnel, or a funnel of a brand; both pass the check as they are. A content root that is
 * not there is made, but not in a folder of the project where nobody named it.
 */
export async function newCommand(
  what: string,
  name: string,
  { content, isNamed = true }: { content: string; isNamed?: boolean },
  root: string,
): Promise<number> {
  const [brand = "", funnel, ...deeper] = name.split("/");
  if (brand === "") return refuse(USAGE);
  const isFile = brand === basename(resolve(content)) && funnel !== undefined;
  if (isFile && !existsSync(join(content, brand)))
    return refuse(
      `"${name}" is not a valid name: leave out "${brand}/". Use ${[funnel, ...deeper].join("/").replace(/\.yaml$/, "")}.`,
    );
  if (deeper.length > 0)
    return refuse(
      `"${name}" is not a valid name: what lies deeper than the folder of its brand is not read. Use ${brand}/${[funnel, ...deeper].filter(Boolean).join("-")}.`,
    );
  const hint =
    renamed(`${brand}/brand.yaml`) ?? renamed(`${brand}/${funnel ?? "a"}.yaml`);
  if (hint !== null) return refuse(`"${name}" is not a valid name: ${hint}.`);
  const isMade = isNamed || !realpathSync(".").startsWith(root + sep);
  const misplaced = (isMade ? misplacedContent : missingContent)(content);
  if (misplaced !== null) return refuse(misplaced);
  if (what === "brand" && funnel === undefined) return newBrand(brand, content);
  if (what === "funnel" && funnel !== undefined)
    return newFunnel(brand, funnel, content, root);
  return refuse(USAGE);
}

function newBrand(brand: string, content: string): number {
  if (brand.length > BRAND_MAX)
    return refuse(
      `"${brand}" is not a valid name: use at most ${BRAND_MAX} characters.`,
    );
  const file = join(content, brand, "brand.yaml");
  if (existsSync(file))
    return refuse(`${file} already exists. Choose another name.`);
  const site = join(content, "site.yaml");
  const quiz = join(content, brand, "quiz.yaml");
  const own = existsSync(site) ? null : siteTemplate(brand);
  const prices = pricesFor(own ?? readFileSync(site, "utf8"));
  // The brand is there with its brand.yaml, which comes last. A folder without one may hold funnels already.
  return write([
    ...(own === null ? [] : [{ path: site, text: own }]),
    ...(existsSync(quiz)
      ? []
      : [{ path: quiz, text: funnelTemplate("quiz", "/quiz") }]),
    { path: file, text: brandTemplate(brand, prices) },
  ]);
}

/** A price to be replaced in every currency that a site.yaml declares: `{ USD: 29.99, JPY: 2990 }`. */
function pricesFor(site: string): string {
  const parsed = parseSource("site.yaml", site);
  const raw = parsed.kind === "refused" ? {} : data(parsed.source.data);
  const prices = codesOf(currencyRules(raw.currencies)).map(
    (code) => `${code}: ${firstPrice(code)}`,
  );
  return `{ ${prices.join(", ")} }`;
}

async function newFunnel(
  brand: string,
  funnel: string,
  content: string,
  root: string,
): Promise<number> {
  if (!existsSync(join(content, brand, "brand.yaml")))
    return refuse(
      `There is no brand "${brand}". Create it with: npx funnels new brand ${brand}`,
    );
  const file = join(content, brand, `${funnel}.yaml`);
  if (existsSync(file))
    return refuse(`${file} already exists. Choose another name.`);
  const starter = await starterFunnel(brand, funnel, content, root);
  if (starter.kind === "unread")
    return refuse(
      `${join(content, starter.name)} cannot be read. Run \`npx funnels check\` to see why.`,
    );
  return write([{ path: file, text: starter.text }]);
}

function write(files: readonly NewFile[]): number {
  createFiles(files);
  for (const { path } of files) console.log(`created: ${path}`);
  return 0;
}

function refuse(sentence: string): number {
  console.error(sentence);
  return 2;
}
