import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codesOf, currencyRules } from "../link/currencies.ts";
import { minorDigits } from "../shared/minor-digits.ts";
import { data } from "../schema/read.ts";
import { renamed } from "../parse/file-name.ts";
import { parseSource } from "../parse/source.ts";
import { brandTemplate, funnelTemplate, siteTemplate } from "./scaffold.ts";
import { starterFunnel } from "./starter-funnel.ts";

/** The longest `alias` of a brand, in characters. */
const BRAND_MAX = 60;

/** Writes a brand with a first funnel, or a funnel of a brand; both pass the check as they are. */
export async function newCommand(
  what: string,
  name: string,
  { content }: { content: string },
  root: string,
): Promise<number> {
  const [brand = "", funnel, ...deeper] = name.split("/");
  if (deeper.length > 0)
    return refuse(
      `"${name}" is not a valid name: what lies deeper than the folder of its brand is not read. Use ${brand}/${[funnel, ...deeper].filter(Boolean).join("-")}.`,
    );
  const hint =
    renamed(`${brand}/brand.yaml`) ?? renamed(`${brand}/${funnel ?? "a"}.yaml`);
  if (hint !== null) return refuse(`"${name}" is not a valid name: ${hint}.`);
  if (what === "brand" && funnel === undefined) return newBrand(brand, content);
  if (what === "funnel" && funnel !== undefined)
    return newFunnel(brand, funnel, content, root);
  return refuse(
    "Use `funnels new brand my-brand` or `funnels new funnel my-brand/my-funnel`.",
  );
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
  if (!existsSync(site)) write(site, siteTemplate(brand));
  write(file, brandTemplate(brand, pricesFor(readFileSync(site, "utf8"))));
  // A folder whose brand.yaml is missing may hold funnels already.
  const quiz = join(content, brand, "quiz.yaml");
  if (!existsSync(quiz)) write(quiz, funnelTemplate("quiz", "/quiz"));
  return 0;
}

/** A price to be replaced in every currency that a site.yaml declares: `{ USD: 29.99, JPY: 2990 }`. */
function pricesFor(site: string): string {
  const parsed = parseSource("site.yaml", site);
  const raw = parsed.kind === "refused" ? {} : data(parsed.source.data);
  const prices = codesOf(currencyRules(raw.currencies)).map(
    (code) => `${code}: ${minorDigits(code) === 0 ? 2990 : 29.99}`,
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
  const written = await starterFunnel(brand, funnel, content, root);
  if (written === null)
    return refuse(
      `${join(content, brand, "brand.yaml")} cannot be read. Run \`npx funnels check\` to see why.`,
    );
  write(file, written);
  return 0;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`created: ${file}`);
}

function refuse(sentence: string): number {
  console.error(sentence);
  return 2;
}
