import type {
  Block,
  Inline as InlinePart,
  Markdown,
  Text,
} from "../../generated/contract.ts";
import { useText } from "../hooks/use-text.ts";
import { Link } from "./link.tsx";
import styles from "./text.module.css";

/** One line of text with its marks, links and variables. */
export function Inline({ text }: { text: Text }) {
  if (typeof text === "string") return text;
  return text.map((part, index) => <Part key={index} part={part} />);
}

/** Paragraphs, headings and lists. */
export function Blocks({ markdown }: { markdown: Markdown }) {
  return (
    <div className={styles.blocks}>
      {markdown.map((block, index) => (
        <BlockOf key={index} block={block} />
      ))}
    </div>
  );
}

function Part({ part }: { part: InlinePart }) {
  if (typeof part === "string") return part;
  switch (part.kind) {
    case "strong":
      return (
        <strong>
          <Inline text={part.children} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inline text={part.children} />
        </em>
      );
    case "link":
      return (
        <Link href={part.href}>
          <Inline text={part.children} />
        </Link>
      );
    case "break":
      return <br />;
    case "variable":
      return <Variable part={part} />;
  }
}

/** An element of its own, so that a browser's translation may replace its text and React still finds it. */
function Variable({ part }: { part: InlinePart }) {
  const filled = useText();
  return <span data-personal="">{filled([part])}</span>;
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === "paragraph") {
    return (
      <p>
        <Inline text={block.children} />
      </p>
    );
  }
  if (block.kind === "heading") {
    return (
      <h2>
        <Inline text={block.children} />
      </h2>
    );
  }
  const List = block.ordered ? "ol" : "ul";
  return (
    <List>
      {block.items.map((item, index) => (
        <li key={index}>
          <Inline text={item} />
        </li>
      ))}
    </List>
  );
}
