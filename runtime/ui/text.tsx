import { createElement, Fragment, type ReactNode } from "react";
import type {
  Block,
  Inline as InlinePart,
  Markdown,
  Text,
} from "../../generated/contract.ts";
import { shownBy } from "../../generated/variable-names.ts";
import { useCurrency } from "../hooks/use-currency.ts";
import { useText } from "../hooks/use-text.ts";
import { Link } from "./link.tsx";
import styles from "./text.module.css";

/** One line of text with its marks, links and variables. */
export function Inline({ text }: { text: Text }) {
  if (typeof text === "string") return text;
  return createElement(Fragment, null, ...text.map(part));
}

/** Paragraphs, headings and lists. */
export function Blocks({ markdown }: { markdown: Markdown }) {
  return createElement(
    "div",
    { className: styles.blocks },
    ...markdown.map(block),
  );
}

function part(inline: InlinePart): ReactNode {
  if (typeof inline === "string") return inline;
  if (inline.kind === "break") return <br />;
  if (inline.kind === "variable") return <Variable variable={inline} />;
  const children = <Inline text={inline.children} />;
  if (inline.kind === "link") return <Link href={inline.href}>{children}</Link>;
  return createElement(inline.kind, null, children);
}

type VariablePart = Extract<InlinePart, { kind: "variable" }>;

/**
 * An element of its own, so that a browser's translation may replace its text and React still finds it. Its name is
 * there for the hand-over, which fills in an answer just given; those words differ from the built ones, and are meant to.
 */
function Variable({ variable }: { variable: VariablePart }) {
  const filled = useText();
  if (shownBy("price", variable.name) !== null)
    return <PriceInWords>{filled([variable])}</PriceInWords>;
  return (
    <span data-personal={variable.name} suppressHydrationWarning>
      {filled([variable])}
    </span>
  );
}

/** Makes its page one with prices: the visitor's place is looked up. */
function PriceInWords({ children }: { children: string }) {
  useCurrency();
  return <span>{children}</span>;
}

function block(block: Block): ReactNode {
  if (block.kind === "list") {
    const items = block.items.map((item) =>
      createElement("li", null, <Inline text={item} />),
    );
    return block.ordered
      ? createElement("ol", { start: block.start }, ...items)
      : createElement("ul", null, ...items);
  }
  const tag = block.kind === "heading" ? "h2" : "p";
  return createElement(tag, null, <Inline text={block.children} />);
}
