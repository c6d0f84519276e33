import type { Picture } from "../contract.ts";
import type { Use } from "../program.ts";
import type { Path } from "../source.ts";
import { linkCondition } from "./condition.ts";
import { linkOptions } from "./options.ts";
import { data, items, text } from "./read.ts";
import { safeUrl } from "../safe-url.ts";
import type { Findings, FunnelScope, Shapes } from "./scope.ts";
import { linkShape, type LinkedFormat, type LinkLeaf } from "./shape.ts";
import { parseMarkdown, parseText, type TextEvents } from "./text.ts";

/** What linking one step notes down besides its result. */
export interface Notebook {
  readonly step: string;
  readonly uses: Use[];
  readonly used: Set<string>;
  /** Set when something on the page depends on the visitor. */
  personal: boolean;
}

const CONTACT_VARIABLES = ["name", "email"];

/** The resolver of linked values for one step. */
export function createLeaf(
  shapes: Shapes,
  scope: FunnelScope,
  findings: Findings,
  notebook: Notebook,
): LinkLeaf {
  const leaf: LinkLeaf = (format, value, path) => {
    const name = text(value);
    switch (format) {
      case "text":
        return parseText(name, textEvents(path));
      case "markdown":
        return parseMarkdown(name, textEvents(path));
      case "asset":
        return linkAsset(name, path, scope, findings);
      case "url":
        if (!safeUrl(name)) findings.add("url/unsafe", path, { url: name });
        return name;
      case "options":
        return typeof value === "string"
          ? optionSet(value, path)
          : linkOptions(value, path, leaf);
      case "sections":
        return items(value).flatMap((item, i) =>
          linkSection(item, [...path, i]),
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
    notebook.used.add(`optionSets.${name}`);
    return set;
  }

  function named(format: LinkedFormat, name: string, path: Path): string {
    if (format === "product") {
      const known = Object.keys(scope.products);
      if (!known.includes(name))
        findings.add("product/unknown", path, { name, known });
    } else if (format === "question") {
      note("answer", name, false, path);
      const known = [...scope.questions.keys()];
      if (!known.includes(name))
        findings.add("question/unknown", path, { name, known });
    } else if (format === "score") {
      const known = [...scope.scores.keys()];
      notebook.used.add(`scores.${name}`);
      if (!known.includes(name))
        findings.add("score/unknown", path, { name, known });
      else if (path.at(-1) !== "score" || path.includes("sections"))
        note("score", name, false, path);
    }
    return name;
  }

  function note(
    kind: Use["kind"],
    id: string,
    required: boolean,
    path: Path,
    written = "",
  ): true {
    const { step, uses } = notebook;
    notebook.personal = true;
    uses.push({ step, kind, id, required, path, written });
    return true;
  }

  function textEvents(path: Path): TextEvents {
    return {
      malformed: (found) =>
        findings.addWithin("variable/malformed", path, found, { text: found }),
      single: (name, written) => {
        if (variables(scope).includes(name))
          findings.addWithin("variable/malformed", path, written, {
            text: written,
          });
      },
      link: (url) => {
        if (!safeUrl(url)) findings.addWithin("url/unsafe", path, url, { url });
      },
      constant: (name) =>
        Object.hasOwn(scope.constants, name)
          ? scope.constants[name]
          : undefined,
      variable: (name, fallback, written) => {
        if (variable(name, fallback === null, path, written)) return;
        const known = variables(scope);
        findings.addWithin("variable/unknown", path, written, { name, known });
      },
    };
  }

  /** Notes the use of a variable; false when there is none of that name. */
  function variable(
    name: string,
    required: boolean,
    path: Path,
    written: string,
  ): boolean {
    if (CONTACT_VARIABLES.includes(name))
      return note("contact", name, required, path, written);
    if (scope.questions.has(name))
      return note("answer", name, required, path, written);
    const [family, score = ""] = name.split(".");
    if ((family === "score" || family === "band") && scope.scores.has(score)) {
      notebook.used.add(`scores.${score}`);
      return note("score", score, false, path);
    }
    return false;
  }

  function linkSection(raw: unknown, path: Path): unknown[] {
    const { use, when, ...own } = data(raw);
    const condition = linkCondition(when, [...path, "when"], scope, findings);
    if (condition !== null) notebook.personal = true;
    if (use !== undefined) {
      const shared = scope.shared.get(text(use));
      if (shared === undefined) {
        findings.add("shared/unknown", [...path, "use"], {
          name: text(use),
          known: [...scope.shared.keys()],
        });
        return [];
      }
      notebook.used.add(`shared.${text(use)}`);
      const linked = linkSection(shared.data, shared.path);
      return condition === null
        ? linked
        : linked.map((section) => ({ ...data(section), when: condition }));
    }
    const kind = text(own.section);
    const shape = shapes.sections.get(kind);
    if (shape === undefined) return [];
    return [
      {
        section: kind,
        when: condition,
        ...data(linkShape(shape, own, path, leaf)),
      },
    ];
  }

  return leaf;
}

/** Every variable a text of this funnel may hold. */
function variables(scope: FunnelScope): string[] {
  const scores = [...scope.scores.keys()].flatMap((id) => [
    `score.${id}`,
    `band.${id}`,
  ]);
  return [
    ...CONTACT_VARIABLES,
    ...Object.keys(scope.constants),
    ...scope.questions.keys(),
    ...scores,
  ];
}

/** A file of the brand's assets folder, as the address it will be served at. */
export function linkAsset(
  name: string,
  path: Path,
  scope: Pick<FunnelScope, "id" | "assets">,
  findings: Findings,
): Picture | undefined {
  if (
    name.startsWith("/") ||
    name.includes("\\") ||
    name.split("/").includes("..") ||
    /^[a-z]+:/i.test(name)
  ) {
    findings.add("asset/outside", path, { name });
    return undefined;
  }
  const info = scope.assets.read(name);
  if (info === undefined) {
    findings.add("asset/unknown", path, { name, known: scope.assets.names });
    return undefined;
  }
  return {
    src: assetUrl(scope.id, name, info.hash),
    width: info.width,
    height: info.height,
  };
}

/** `/assets/calm/hero.1a2b3c4d.svg`: the content hash lets it be cached for good. */
function assetUrl(brand: string, name: string, hash: string): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] =
    dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return `/assets/${brand}/${stem}.${hash}${ending}`;
}
