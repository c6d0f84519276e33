import type { ContentFile } from "../../compiler/compile.ts";
import { siteTemplate } from "../../compiler/scaffold.ts";
import type { Example } from "./examples.ts";

export const BRAND_FILE = "lantern/brand.yaml";
export const FUNNEL_FILE = "lantern/evening.yaml";

/** An example laid into a small tree of content. */
export interface Laid {
  readonly files: readonly ContentFile[];
  /** The file the example is in, and the lines it takes there. */
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

const THANK_YOU =
  "  - { path: thank-you, page: thank-you, heading: Good night }\n";

const CALM = `scores:
  calm:
    label: Calm
    bands:
      - { id: restless, upTo: 3, label: Restless }
      - { id: calm, label: Calm }
`;
const CALM_QUESTION =
  "  - { id: ease, page: scale, score: calm, ask: At ease?, low: No, high: So }\n";

/** Lays examples into the tree that the guide's own complete files make. */
export function contentTree(
  examples: readonly Example[],
): (example: Example) => Laid {
  const complete = (kind: string) =>
    blocksOf(
      examples.find((each) => each.kind === kind && !each.isWrong)?.text ?? "",
    );
  const brand = new Map([
    ...complete(`funnels/${BRAND_FILE}`),
    ...complete("part of brand.yaml"),
  ]);
  const funnel = new Map([
    ...complete(`funnels/${FUNNEL_FILE}`),
    ["pages", `pages:\n${THANK_YOU}`],
  ]);
  return (example) => {
    const { file, blocks, written } = placed(example, brand, funnel);
    const text = [...blocks.values()].join("");
    const from = text.slice(0, text.indexOf(written)).split("\n").length;
    const others = [
      { name: "site.yaml", text: siteTemplate("lantern") },
      { name: BRAND_FILE, text: [...brand.values()].join("") },
      { name: FUNNEL_FILE, text: [...funnel.values()].join("") },
    ];
    return {
      files: others.map((each) =>
        each.name === file ? { name: file, text } : each,
      ),
      file,
      from,
      to: from + written.split("\n").length - 1,
    };
  };
}

interface Placed {
  readonly file: string;
  readonly blocks: ReadonlyMap<string, string>;
  /** The example as it is written in the file. */
  readonly written: string;
}

type Blocks = ReadonlyMap<string, string>;

function placed(example: Example, brand: Blocks, funnel: Blocks): Placed {
  const { kind, text } = example;
  const whole = (file: string): Placed => ({
    file,
    blocks: new Map([["all", text]]),
    written: text,
  });
  const inside = (file: string, given: Blocks, added: string): Placed => ({
    file,
    blocks: new Map([...given, ...blocksOf(added)]),
    written: added,
  });
  switch (kind) {
    case `funnels/${BRAND_FILE}`:
      return whole(BRAND_FILE);
    case `funnels/${FUNNEL_FILE}`:
      return whole(FUNNEL_FILE);
    case "part of brand.yaml":
      return inside(BRAND_FILE, brand, text);
    case "part of a funnel":
      return inside(FUNNEL_FILE, funnel, text);
    case "questions":
      return inside(FUNNEL_FILE, funnel, `questions:\n${indent(text, 2)}`);
    case "pages":
      return inside(FUNNEL_FILE, funnel, pagesWith(text));
    case "sections":
      return onReport(text, funnel);
    default:
      throw new Error(`line ${example.line}: nothing is known of "${kind}"`);
  }
}

function pagesWith(text: string): string {
  const end = text.includes("page: thank-you") ? "" : THANK_YOU;
  return `pages:\n${indent(text, 2)}${end}`;
}

/** A report with the sections; a score is there if they show one. */
function onReport(text: string, funnel: Blocks): Placed {
  const head =
    "pages:\n  - path: plan\n    page: report\n    heading: Your plan\n    sections:\n";
  const questions = funnel.get("questions") ?? "";
  const scored = text.includes("score: calm")
    ? [
        ["scores", CALM] as const,
        ["questions", questions + CALM_QUESTION] as const,
      ]
    : [];
  const written = indent(text, 6);
  return {
    file: FUNNEL_FILE,
    blocks: new Map([
      ...funnel,
      ...scored,
      ["pages", `${head}${written}${THANK_YOU}`],
    ]),
    written,
  };
}

/** The keys of a file with the lines that belong to each. */
function blocksOf(text: string): Map<string, string> {
  const blocks = text.split(/^(?=[a-zA-Z]+:)/m);
  return new Map(
    blocks.map((block) => [block.slice(0, block.indexOf(":")), block]),
  );
}

function indent(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, " ".repeat(by));
}
