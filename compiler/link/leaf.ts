import type { Path } from "../diagnostics/span.ts";
import { safeUrl } from "../shared/safe-url.ts";
import { linkAsset } from "./asset.ts";
import { linkCondition } from "./condition.ts";
import { both } from "./conjunction.ts";
import { type Linking, linkName, linkOptionSet } from "./names.ts";
import {
  noteCondition,
  noteLink,
  noteReads,
  type StepUsage,
} from "./step-usage.ts";
import { linkOptions } from "./options.ts";
import { data, text } from "../schema/read.ts";
import type { Findings, FunnelScope, Shapes } from "./scope.ts";
import { withRegularPrices } from "./regular.ts";
import { linkSections } from "./section.ts";
import type { LinkLeaf } from "./shape.ts";
import { textEvents } from "./text-events.ts";
import { parseMarkdown, parseText } from "./text.ts";

/** The resolver of linked values for one step. */
export function createLeaf(
  shapes: Shapes,
  scope: FunnelScope,
  findings: Findings,
  usage: StepUsage,
): LinkLeaf {
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
        noteReads(usage, condition);
        return condition;
      }
      case "point":
        return typeof value === "string"
          ? leaf("text", value, path)
          : linkPoint(value, path, leaf, { scope, findings, usage });
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

/** A point that is more than its text: what it shows is seen under its own condition. */
function linkPoint(
  raw: unknown,
  path: Path,
  leaf: LinkLeaf,
  { scope, findings, usage }: Linking,
): Readonly<Record<string, unknown>> {
  const { text: shown, when: own } = data(raw);
  const when = linkCondition(own, [...path, "when"], scope, findings);
  noteCondition(usage, when);
  noteReads(usage, when);
  const { when: around } = usage;
  usage.when = both(around, when);
  const linked = leaf("text", shown, [...path, "text"]);
  usage.when = around;
  return { text: linked, ...(when !== null && { when }) };
}
