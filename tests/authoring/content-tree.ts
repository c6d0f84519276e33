import type { ContentFile } from "../../compiler/parse/file-name.ts";
import { siteTemplate } from "../../compiler/commands/scaffold.ts";
import type { Example } from "./examples.ts";

export const BRAND_FILE = "lantern/brand.yaml";
export const FUNNEL_FILE = "lantern/evening.yaml";
const SITE_FILE = "site.yaml";
const SITE = siteTemplate("lantern");

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

const OFFER =
  "  - { path: oto, page: offer, heading: Plans, sections: [{ section: plans, plans: [{ product: plan, label: 4 weeks }] }], accept: thank-you, decline: thank-you }\n";

const CALM = `scores:
  calm:
    label: Calm
    bands:
      - { id: restless, upTo: 2, label: Restless }
      - { id: uneasy, upTo: 4, label: Uneasy }
      - { id: calm, label: Calm }
`;
const MORE_QUESTIONS = `
  - { id: ease, page: scale, score: calm, ask: At ease?, low: Not, high: Very }
  - { id: hours, page: slider, ask: Hours?, min: 3, max: 9, low: Few, high: Many }
`;

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
    ...blocksOf(
      examples.find(
        ({ kind, text }) =>
          kind === "part of brand.yaml" && text.startsWith("mails:"),
      )?.text ?? "",
    ),
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
      { name: SITE_FILE, text: SITE },
      { name: BRAND_FILE, text: [...brandFor(file, brand).values()].join("") },
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

/** A site that is shown with more currencies asks for no more prices of a brand that keeps to its own. */
function brandFor(file: string, brand: Blocks): Blocks {
  return file === SITE_FILE
    ? new Map([...brand, ["currencies", "currencies: [USD, EUR, GBP, CAD]\n"]])
    : brand;
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
  const whole = (file: string): Placed => {
    // With its first line, so that a report counts lines as the reader does.
    const written = `# ${kind}\n${text}`;
    return { file, blocks: new Map([["all", written]]), written };
  };
  const inside = (file: string, given: Blocks, added: string): Placed => {
    const own = blocksOf(added);
    const kept = [...given].filter(([key]) => !own.has(key));
    return { file, blocks: new Map([...kept, ["own", added]]), written: added };
  };
  switch (kind) {
    case `funnels/${BRAND_FILE}`:
      return whole(BRAND_FILE);
    case `funnels/${FUNNEL_FILE}`:
      return whole(FUNNEL_FILE);
    case "part of brand.yaml":
      return inside(BRAND_FILE, brand, text);
    case "part of site.yaml":
      return inside(SITE_FILE, blocksOf(SITE), text);
    case "part of a funnel":
      return inside(FUNNEL_FILE, funnel, text);
    case "questions":
      return inside(FUNNEL_FILE, funnel, `questions:\n${indent(text, 2)}`);
    case "pages":
      return inside(FUNNEL_FILE, funnel, pagesWith(text));
    case "sections":
      return onReport(text, funnel);
    case "conditions":
      return onReport(conditional(text), funnel);
    default:
      throw new Error(`line ${example.line}: nothing is known of "${kind}"`);
  }
}

function pagesWith(text: string): string {
  const end = text.includes("page: thank-you") ? "" : THANK_YOU;
  return `pages:\n${indent(text, 2)}${end}`;
}

/** Sections that stand under the conditions. */
function conditional(text: string): string {
  return text.replaceAll(
    /^- (.*)$/gm,
    "- section: text\n  text: Hm.\n  when: $1",
  );
}

/** A report with the sections; what they speak about is asked before. */
function onReport(text: string, funnel: Blocks): Placed {
  const head =
    "pages:\n  - { path: code, page: promo-code, heading: A code, code: own }\n  - path: plan\n    page: report\n    heading: Your plan\n    sections:\n";
  const questions = `${funnel.get("questions") ?? ""}${MORE_QUESTIONS}`;
  const written = indent(text, 6);
  const blocks = new Map([
    ...funnel,
    ["scores", CALM],
    ["questions", questions],
    ["codes", "codes:\n  own: { code: LAMP-*, off: 10%, products: [plan] }\n"],
    ["pages", `${head}${written}${OFFER}${THANK_YOU}`],
  ]);
  return { file: FUNNEL_FILE, blocks, written };
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
