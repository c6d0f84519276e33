import { nodeAt } from "../edit/collection.ts";
import { outlineOf } from "../link/outline.ts";
import { brandOf } from "../parse/file-name.ts";
import type { ContentNames, Named } from "./content-names.ts";
import type { LinkedContent } from "./linked-content.ts";
import {
  entriesOf,
  itemsOf,
  mapOrNull,
  textAt,
  type Tree,
  valueAt,
  wordOf,
} from "./tree.ts";
import type { Mention } from "./mention.ts";

/** What a name stands for: in a few words for a list, and as Markdown. */
export interface Description {
  readonly short: string;
  readonly long: string;
}

/** What names that every text may show stand for. */
const BUILT_IN: Readonly<Record<string, string>> = {
  name: "The visitor's name.",
  email: "The visitor's email.",
  project: "The name of the brand.",
  support: "The brand's support address.",
  questions: "The number of questions.",
  "questions-in-words": "The number of questions, in words.",
  "Questions-in-words": "The number of questions, at the start of a sentence.",
};

/** Says what a name stands for; `file` is where it is used. */
export function describe(
  named: Named,
  file: string,
  names: ContentNames,
  linked: LinkedContent,
  assetUrl: (brand: string, name: string) => string,
): Description | null {
  const { kind, id } = named;
  if (kind === "asset") {
    const url = assetUrl(brandOf(file), id);
    return { short: "", long: `![${id}](${url})\n\n${id}` };
  }
  const [place] = names.definitionsOf(named);
  if (place === undefined) {
    const words = kind === "variable" ? BUILT_IN[id] : undefined;
    return words === undefined ? null : { short: words, long: words };
  }
  const { mention } = place;
  switch (kind) {
    case "step":
      return step(mention, place.file, names, linked);
    case "answer":
      return answer(mention, names.treeOf(place.file));
    case "score":
      return score(mention, linked.funnelOf(place.file)?.funnel.scores ?? []);
    case "product":
      return product(mention);
    case "option-set":
      return described(
        mention,
        "options",
        labels(optionsOfSet(id, names, place.file)),
      );
    case "band":
      return described(mention, textAt(mention.node, "label") ?? "", []);
    case "currency":
      return described(mention, textAt(mention.node, "region") ?? "", []);
    case "shared":
      return described(
        mention,
        textAt(mention.node, "section") ?? "section",
        headings(mention.node),
      );
    case "code":
      return described(mention, textAt(mention.node, "code") ?? "", [
        `off: ${textAt(mention.node, "off") ?? "an amount"}`,
      ]);
    default:
      return described(mention, "", []);
  }
}

function described(
  { id }: Mention,
  short: string,
  lines: readonly string[],
): Description {
  const head = short === "" ? `**${id}**` : `**${id}** · ${short}`;
  return { short, long: [head, ...lines].join("\n\n") };
}

function step(
  mention: Mention,
  file: string,
  names: ContentNames,
  linked: LinkedContent,
): Description {
  const { node, id } = mention;
  const funnel = linked.funnelOf(file);
  const outline = funnel === null ? null : outlineOf(funnel);
  const address = outline?.addresses.find((one) => one.step === id)?.path;
  const page =
    funnel?.funnel.steps.find((one) => one.id === id)?.page ??
    textAt(node, "page") ??
    "question";
  const [head = ""] = headings(node);
  const set = wordOf(valueAt(node, "options"));
  const options =
    set === null
      ? valueAt(node, "options")
      : optionsOfSet(set.value, names, file);
  const answered = answeredBefore(id, funnel);
  const lines = [
    ...(address === undefined ? [] : [`\`${address}\``]),
    ...(head === "" ? [] : [head]),
    ...labels(options),
    ...(answered.length === 0
      ? []
      : [`Everybody here has answered: ${answered.join(", ")}`]),
  ];
  return { short: head, long: [`**${id}** · ${page}`, ...lines].join("\n\n") };
}

/** The questions that lie on every way to a step. */
function answeredBefore(
  id: string,
  node: ReturnType<LinkedContent["funnelOf"]>,
): readonly string[] {
  if (node === null) return [];
  const { funnel, graph, answered } = node;
  const at = funnel.steps.findIndex((step) => step.id === id);
  const before = [...(graph.dominators[at] ?? [])].sort((a, b) => a - b);
  return before.flatMap((i) =>
    i !== at && answered.has(i) ? (funnel.steps[i]?.id ?? []) : [],
  );
}

function optionsOfSet(set: string, names: ContentNames, file: string): unknown {
  return valueAt(valueAt(names.treeOf(file).root, "optionSets"), set);
}

/** The choices as a list: their labels, with what is stored for them. */
function labels(options: unknown): string[] {
  const lines = itemsOf(options).map((option) => {
    if (mapOrNull(option) === null) return `- ${wordOf(option)?.value ?? ""}`;
    const value = textAt(option, "value");
    const label = textAt(option, "label") ?? "";
    return value === undefined ? `- ${label}` : `- ${label} · \`${value}\``;
  });
  return lines.length === 0 ? [] : [lines.join("\n")];
}

/** What a page or a section says first. */
function headings(node: unknown): string[] {
  for (const key of ["ask", "heading", "title", "text"]) {
    const said = textAt(node, key);
    if (said !== undefined) return [said];
  }
  return [];
}

function answer(mention: Mention, { root }: Tree): Description {
  const text = wordOf(nodeAt(root, mention.path))?.value;
  const label = textAt(mention.node, "label") ?? text ?? "";
  const points = textAt(mention.node, "points");
  const to = textAt(mention.node, "to");
  return described(mention, label, [
    ...(points === undefined ? [] : [`${points} points`]),
    ...(to === undefined ? [] : [`leads to ${to}`]),
  ]);
}

function score(
  mention: Mention,
  scores: readonly { readonly id: string; min: number; max: number }[],
): Description {
  const linked = scores.find(({ id }) => id === mention.id);
  const range =
    linked === undefined ? [] : [`${linked.min} to ${linked.max} points`];
  const bands = itemsOf(valueAt(mention.node, "bands")).map((band) => {
    const upTo = textAt(band, "upTo");
    const label = textAt(band, "label") ?? "";
    const end = upTo === undefined ? "" : `, up to ${upTo}`;
    return `- \`${textAt(band, "id") ?? ""}\` · ${label}${end}`;
  });
  return described(mention, textAt(mention.node, "label") ?? "", [
    ...range,
    ...(bands.length === 0 ? [] : [bands.join("\n")]),
  ]);
}

function product(mention: Mention): Description {
  const { node } = mention;
  const renews = valueAt(node, "renews");
  const days = textAt(node, "days");
  const every = textAt(renews, "everyDays");
  return described(mention, textAt(node, "name") ?? "", [
    amounts(valueAt(node, "price")),
    ...(days === undefined ? [] : [`${days} days`]),
    ...(every === undefined
      ? []
      : [`renews every ${every} days: ${amounts(valueAt(renews, "price"))}`]),
    ...(valueAt(node, "regular") === undefined
      ? []
      : [
          `regular price: ${amounts(valueAt(valueAt(node, "regular"), "price"))}`,
        ]),
  ]);
}

function amounts(price: unknown): string {
  return entriesOf(price)
    .map(({ key, value }) => `${key.value} ${wordOf(value)?.value ?? ""}`)
    .join(" · ");
}
