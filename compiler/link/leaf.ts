import { safeUrl } from "../shared/safe-url.ts";
import type { Path } from "../parse/source.ts";
import { linkAsset } from "./asset.ts";
import { linkCondition } from "./condition.ts";
import { addNotes, noteUse, type StepUsage } from "./step-usage.ts";
import { linkOptions } from "./options.ts";
import { text } from "../schema/read.ts";
import type { Findings, FunnelScope, Shapes } from "./scope.ts";
import { isDeclared, withRegularPrices } from "./regular.ts";
import { linkSections } from "./section.ts";
import {
  type LinkedFormat,
  type LinkLeaf,
  linkShape,
  type Shape,
} from "./shape.ts";
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
        return linkAsset(name, path, scope, findings);
      case "url":
        if (!safeUrl(name)) findings.add("url/unsafe", path, { url: name });
        return name;
      case "path":
        usage.links.push({ to: name, path });
        return name;
      case "condition":
        usage.personal = true;
        return linkCondition(value, path, scope, findings);
      case "point":
        return typeof value === "string"
          ? leaf("text", value, path)
          : linkShape(POINT, value, path, leaf);
      case "options":
        return typeof value === "string"
          ? optionSet(value, path)
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
      default:
        return named(format, name, path);
    }
  };

  function optionSet(name: string, path: Path) {
    const set = scope.optionSets.get(name);
    if (set === undefined) {
      findings.add("option-set/unknown", path, {
        name,
        known: [...scope.optionSets.keys()],
      });
      return [];
    }
    usage.used.add(`optionSets.${name}`);
    addNotes(usage, set.notes);
    return set.options;
  }

  function named(format: LinkedFormat, name: string, path: Path): string {
    if (format === "product") {
      usage.used.add(`products.${name}`);
      const known = Object.keys(scope.products).filter(isDeclared);
      if (!known.includes(name))
        findings.add("product/unknown", path, { name, known });
    } else if (format === "question") {
      noteUse(usage, {
        kind: "answer",
        id: name,
        required: false,
        path,
        written: "",
      });
      if (!scope.questions.has(name))
        findings.add("question/unknown", path, {
          name,
          known: [...scope.questions.keys()],
        });
    } else if (format === "score") {
      const known = [...scope.scores.keys()];
      usage.used.add(`scores.${name}`);
      if (!known.includes(name))
        findings.add("score/unknown", path, { name, known });
      else if (path.at(-1) !== "score" || path.includes("sections"))
        noteUse(usage, {
          kind: "score",
          id: name,
          required: false,
          path,
          written: "",
        });
    }
    return name;
  }

  return leaf;
}
