import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { brandOf, type ContentFile, SITE_FILE } from "../parse/file-name.ts";
import { parseSource } from "../parse/source.ts";
import { pathOf, textsOf } from "../link/texts.ts";
import { data, isData, text, type Data } from "../schema/read.ts";
import { readContent } from "../workspace/content.ts";
import { loadCompiler } from "../workspace/load-compiler.ts";
import { funnelTemplate, type StarterPlan } from "./scaffold.ts";

/** A new funnel, or the file of its brand that cannot be read: nobody knows what that one sells. */
export type Starter =
  | { readonly kind: "written"; readonly text: string }
  | { readonly kind: "unread"; readonly name: string };

/**
 * The text of a new funnel. It sells the first product of its brand that nothing speaks against there, and nothing
 * where there is none.
 */
export async function starterFunnel(
  brand: string,
  funnel: string,
  content: string,
  root: string,
): Promise<Starter> {
  const files = readContent(content).filter(
    ({ name }) => name === SITE_FILE || brandOf(name) === brand,
  );
  const brandFile = `${brand}/brand.yaml`;
  const raw = dataOf(files.find(({ name }) => name === brandFile));
  if (raw === null) return { kind: "unread", name: brandFile };
  const mount = freeAddress(`/quiz-${funnel}`, files);
  const draft = (plan: StarterPlan | null) =>
    funnelTemplate(funnel, mount, plan);
  const without = draft(null);
  const plans = plansOf(raw, files);
  if (plans.length === 0) return { kind: "written", text: without };
  const compile = await loadCompiler(root, content);
  const { unread } = compile(files);
  // Without one of the first two, none of the others is understood.
  const name = [SITE_FILE, brandFile, ...unread].find((one) =>
    unread.includes(one),
  );
  if (name !== undefined) return { kind: "unread", name };
  const findings = (written: string) =>
    compile([...files, { name: `${brand}/${funnel}.yaml`, text: written }])
      .diagnostics;
  const named = ({ code, at, message }: Diagnostic) =>
    [code, at.file, message].join("\n");
  const others = new Set(findings(without).map(named));
  let best = { written: without, warnings: Infinity };
  for (const plan of plans) {
    const written = draft(plan);
    const found = findings(written).filter((one) => !others.has(named(one)));
    if (found.length === 0) return { kind: "written", text: written };
    const isWrong = found.some(({ severity }) => severity === "error");
    if (!isWrong && found.length < best.warnings)
      best = { written, warnings: found.length };
  }
  return { kind: "written", text: best.written };
}

/** An address, or the same with a number behind it where something stands there already. */
function freeAddress(address: string, files: readonly ContentFile[]): string {
  const taken = new Set(files.flatMap((file) => addressesIn(dataOf(file))));
  let free = address;
  for (let n = 2; taken.has(free); n++) free = `${address}-${n}`;
  return free;
}

/** What a file of the content calls an address of its own: mounts, paths of pages, and what redirects lead from. */
function addressesIn(written: unknown): string[] {
  return textsOf(written).flatMap(({ text, place }) =>
    pathOf(place).some((key) => ["mounts", "path", "from"].includes(`${key}`))
      ? [text]
      : [],
  );
}

/** Every way to sell the products of a brand, the likeliest first: a price that a countdown ends needs one here, too. */
function plansOf(brand: Data, files: readonly ContentFile[]): StarterPlan[] {
  const laters = new Map(files.flatMap((file) => latersIn(dataOf(file))));
  const dearer = new Set(laters.values());
  const products = Object.entries(data(brand.products)).filter(
    ([code, product]) => {
      const { retired, gift } = data(product);
      return retired !== true && gift === undefined && !dearer.has(code);
    },
  );
  return products.flatMap(([product, written]) => {
    const label = text(data(written).name);
    const later = laters.get(product) ?? null;
    return [
      { product, label, countdown: null },
      { product, label, countdown: { later } },
    ];
  });
}

/** Which product is sold in the place of another when a countdown has ended, wherever a plan says so. */
function latersIn(written: unknown): (readonly [string, string])[] {
  if (Array.isArray(written)) return written.flatMap(latersIn);
  if (!isData(written)) return [];
  const [product, later] = [text(written.product), text(written.regular)];
  return product !== "" && later !== ""
    ? [[product, later]]
    : Object.values(written).flatMap(latersIn);
}

function dataOf(file: ContentFile | undefined): Data | null {
  if (file === undefined) return null;
  const parsed = parseSource(file.name, file.text);
  return parsed.kind === "refused" ? null : data(parsed.source.data);
}
