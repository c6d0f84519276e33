import type { Condition } from "../shared/contract.ts";
import { safeUrl } from "../shared/safe-url.ts";
import { linkAsset } from "./asset.ts";
import { linkCondition } from "./condition.ts";
import { linkName, linkOptionSet } from "./names.ts";
import {
  noteCondition,
  noteLink,
  noteReads,
  type StepUsage,
} from "./step-usage.ts";
import { linkOptions } from "./options.ts";
import { text } from "../schema/read.ts";
import type { Findings, FunnelScope, Shapes } from "./scope.ts";
import { withRegularPrices } from "./regular.ts";
import { linkSections } from "./section.ts";
import { type LinkLeaf, linkShape, type Shape } from "./shape.ts";
import { textEvents } from "./text-events.ts";
import { parseMarkdown, parseText } from "./text.ts";

/** A point that is more than its text. */
const POINT: Shape = {
  kind: "object",
  keys: (["text", "condition"] as const).map((format) => ({
    name: format === "text" ? "text" : "when",
    shape: { kind: "leaf", format },
    fallback: undefined,
  })),
};

/** The resolver of linked values for one step. */
export function createLeaf(
  shapes: Shapes,
  scope: FunnelScope,
  findings: Findings,
  usage: StepUsage,
): LinkLeaf {
  const noted = (condition: Condition | null) => {
    noteReads(usage, condition);
    return condition;
  };
  const leaf: LinkLeaf = (format, value, path) => {
    const name = text(value);
    switch (format) {
      case "text":
        return parseText(name, shapes.purpose, () =>
          textEvents(path, scope, findings, usage),
        );
      case "markdown":
        return parseMarkdown(name, shapes.purpose, () =>
          textEvents(path, scope, findings, usage),
        );
      case "asset":
      case "film":
      case "captions":
        usage.used.add(`assets.${name}`);
        return linkAsset(name, path, scope, findings, format);
      case "url":
        if (!safeUrl(name)) findings.add("url/unsafe", path, { url: name });
        return name;
      case "path":
        noteLink(usage, name, path);
        return name;
      case "condition": {
        const condition = linkCondition(value, path, scope, findings);
        noteCondition(usage, condition);
        return noted(condition);
      }
      case "point":
        return typeof value === "string"
          ? leaf("text", value, path)
          : linkShape(POINT, value, path, leaf);
      case "options":
        return typeof value === "string"
          ? linkOptionSet(value, path, { scope, findings, usage })
          : linkOptions(value, path, leaf);
      case "sections":
        return withRegularPrices(
          linkSections(value, path, {
            shapes,
            scope,
            findings,
            usage,
            leaf,
          }),
          scope,
          usage,
          shapes.language.traits,
        );
      case "step":
        return name;
      case "product":
      case "question":
      case "score":
      case "code":
        return linkName(format, name, path, { scope, findings, usage });
    }
  };
  return leaf;
}
