import type { Path } from "../diagnostics/span.ts";
import type { Mentions } from "./mention.ts";
import { entriesOf, itemsOf, wordOf } from "./tree.ts";

/** The questions, answers, scores and bands of a condition. */
export function visitCondition(
  node: unknown,
  path: Path,
  mentions: Mentions,
): void {
  // A key that is being written is no key yet.
  if (wordOf(node) !== null)
    return mentions.addNode("step", node, path, { asks: true, form: "key" });
  for (const { key, value } of entriesOf(node)) {
    const at = [...path, key.value];
    switch (key.value) {
      case "any":
        itemsOf(value).forEach((item, i) =>
          visitCondition(item, [...at, i], mentions),
        );
        break;
      case "not":
        visitCondition(value, at, mentions);
        break;
      case "score":
      case "band":
        visitScores(value, at, key.value, mentions);
        break;
      default:
        mentions.add("step", key, at, { asks: true, form: "key" });
        visitValues(value, at, "answer", key.value, mentions);
    }
  }
}

function visitScores(
  node: unknown,
  path: Path,
  of: "score" | "band",
  mentions: Mentions,
): void {
  if (wordOf(node) !== null)
    return mentions.addNode("score", node, path, { form: "key" });
  for (const { key, value } of entriesOf(node)) {
    const at = [...path, key.value];
    mentions.add("score", key, at, { form: "key" });
    if (of === "band") visitValues(value, at, "band", key.value, mentions);
  }
}

function visitValues(
  node: unknown,
  path: Path,
  kind: "answer" | "band",
  owner: string,
  mentions: Mentions,
): void {
  mentions.addNode(kind, node, path, { owner });
  itemsOf(node).forEach((item, i) =>
    mentions.addNode(kind, item, [...path, i], { owner }),
  );
}
