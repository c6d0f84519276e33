import { minorDigits } from "../shared/minor-digits.ts";
import { assetNameOf } from "../link/asset.ts";
import type { FunnelNode } from "../link/program.ts";
import { inWords } from "../map/words.ts";
import { isCondition } from "../prove/conditions.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import { data, text } from "../schema/read.ts";
import type { Block, Inline, Prices, Text } from "../shared/contract.ts";

/** A text as it is read, with marks and the targets of links: where these differ, it reads otherwise. */
export function readable(written: Text): string {
  return typeof written === "string" ? written : written.map(inline).join("");
}

function inline(part: Inline): string {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "break":
      return " ↵ ";
    case "variable":
      return part.fallback === null
        ? `{{ ${part.name} }}`
        : `{{ ${part.name} | ${part.fallback} }}`;
    case "strong":
      return `**${readable(part.children)}**`;
    case "em":
      return `*${readable(part.children)}*`;
    case "link":
      return `[${readable(part.children)}](${part.href})`;
  }
}

/** The words of a value among linked properties; undefined for what is no text, number or yes and no. */
export function wordsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isText(value)) return readable(value);
  return isBlocks(value) ? value.map(block).join(" ¶ ") : undefined;
}

function block(one: Block): string {
  if (one.kind === "list")
    return one.items
      .map((item, i) => {
        const mark = one.ordered ? `${(one.start ?? 1) + i}.` : "•";
        return `${mark} ${readable(item)}`;
      })
      .join(" ");
  const words = readable(one.children);
  return one.kind === "heading" ? `# ${words}` : words;
}

const INLINE = new Set(["strong", "em", "link", "break", "variable"]);
const BLOCK = new Set(["paragraph", "heading", "list"]);

function isText(value: unknown): value is Text {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (part) => typeof part === "string" || INLINE.has(String(data(part).kind)),
    ) &&
    value.some((part) => typeof part !== "string")
  );
}

function isBlocks(value: unknown): value is readonly Block[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => BLOCK.has(String(data(part).kind)))
  );
}

/** Amounts in minor units as people write them: `19.99 USD, 18.49 EUR`; of `only` these currencies. */
export function amounts(prices: Prices, only?: ReadonlySet<string>): string {
  return Object.entries(prices)
    .filter(([code]) => only?.has(code) ?? true)
    .map(([code, amount = 0]) => {
      const places = minorDigits(code) ?? 2;
      return `${(amount / 10 ** places).toFixed(places)} ${code}`;
    })
    .join(", ");
}

/** `heron.svg` of `/assets/calm/heron.1a2b3c4d.svg`; null for what is no picture. */
function assetName(value: unknown): string | null {
  return assetNameOf(assetAddress(value));
}

/** The names of pictures; those that stood for something else `before` are told apart from it. */
export function assetNames(
  values: readonly unknown[],
  before: readonly unknown[] = [],
): string | null {
  const known = new Map(
    before.map((value) => [assetName(value), assetAddress(value)]),
  );
  const names = values.flatMap((value) => {
    const name = assetName(value);
    if (name === null) return [];
    const address = known.get(name) ?? assetAddress(value);
    return address === assetAddress(value)
      ? [name]
      : [`${name} with another picture in it`];
  });
  return names.length === 0 ? null : names.join(", ");
}

function assetAddress(value: unknown): string {
  return typeof value === "string" ? value : text(data(value).src);
}

/** What a product is called, and its code. */
export function productName(code: string, { funnel }: FunnelNode): string {
  const own = code.replace(/\.regular$/, "");
  const { name } = funnel.products[code] ?? funnel.products[own] ?? {};
  const called = name === undefined ? `"${own}"` : `"${name}" (${own})`;
  return own === code ? called : `${called} at its regular price`;
}

/** A value of a key as somebody would say it; null for what is not there. */
export function spoken(
  value: unknown,
  schema: JsonSchema | undefined,
  node: FunnelNode,
): string | null {
  if (value === undefined || value === null) return null;
  if (schema?.format === "product" && typeof value === "string")
    return productName(value, node);
  if (isCondition(value)) return inWords(value, node.funnel);
  return wordsOf(value) ?? assetName(value);
}
