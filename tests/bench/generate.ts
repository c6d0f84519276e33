import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brandFile } from "./brand-file.ts";
import { funnelFile } from "./funnel-file.ts";
import { nothing } from "./random.ts";
import { topics } from "./words.ts";

interface TreeSize {
  readonly funnels: number;
  readonly pagesPerFunnel: number;
}

const BRANDS = 20;

/**
 * Writes a valid content tree of any size: a site, up to 20 brands and their funnels, about half a kilobyte a page.
 * The same size gives the same bytes.
 */
export function generateTree(
  dir: string,
  { funnels, pagesPerFunnel }: TreeSize,
): void {
  const brands = Math.min(BRANDS, funnels);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "site.yaml"), site());
  for (let brand = 0; brand < brands; brand += 1) {
    const folder = join(dir, brandId(brand));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "brand.yaml"), brandFile(brandId(brand), brand));
    for (let n = brand; n < funnels; n += brands) {
      const mount = n < brands ? "/quiz" : `/quiz-${Math.floor(n / brands)}`;
      const topic = topics[n % topics.length] ?? nothing();
      const text = funnelFile({ topic, mount, pages: pagesPerFunnel, seed: n });
      writeFileSync(join(folder, `${topic.id}-${n}.yaml`), text);
    }
  }
}

function brandId(brand: number): string {
  return `brand-${String(brand + 1).padStart(2, "0")}`;
}

function site(): string {
  return `defaultBrand: ${brandId(0)}
otoPath: /quiz/oto
currencies:
  - { country: CA, symbol: CA$, region: Canada, code: CAD }
  - { country: GB, symbol: £, region: Great Britain, code: GBP }
  - { currency: EUR, symbol: €, region: Europe, code: EUR }
  - { symbol: $, region: Default, code: USD }
rules: { variable/needless-fallback: off }
`;
}
