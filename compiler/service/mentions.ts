/** Finds every name in a file, by the schemas that the compiler reads: where it is given, and where it is used. */
import { NONE, valueOf } from "../link/options.ts";
import { idOf } from "../link/raw-steps.ts";
import type { EnvelopeId } from "../parse/file-name.ts";
import type { Path } from "../diagnostics/span.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { Language } from "../schema/language.ts";
import { visitCondition } from "./condition-mentions.ts";
import {
  DECLARING,
  type Mention,
  Mentions,
  NAMED,
  ofSet,
  ownerOf,
  type NameKind,
} from "./mention.ts";
import { visitText } from "./text-mentions.ts";
import {
  entriesOf,
  itemsOf,
  mapOrNull,
  textAt,
  type Tree,
  valueAt,
  wordOf,
} from "./tree.ts";

/** All names of a file, in the order in which they stand. */
export function mentionsIn(
  tree: Tree,
  kind: EnvelopeId,
  language: Language,
): Mention[] {
  const visitor = new Visitor(tree.text, kind, language);
  visitor.visitRoot(tree.root);
  return visitor.mentions.found.toSorted((a, b) => a.start - b.start);
}

type Properties = Readonly<Record<string, JsonSchema>>;

/** Where a visit is: below which step. */
interface Inside {
  readonly path: Path;
  readonly step: string;
}

const TEXT: JsonSchema = { format: "text" };
const POINT: Properties = { text: TEXT, when: { format: "condition" } };

class Visitor {
  readonly mentions = new Mentions();
  readonly #text: string;
  readonly #kind: EnvelopeId;
  readonly #language: Language;
  readonly #envelope: JsonSchema;
  readonly #defs: Properties;

  constructor(text: string, kind: EnvelopeId, language: Language) {
    this.#text = text;
    this.#kind = kind;
    this.#language = language;
    this.#envelope = language.envelopes[kind];
    this.#defs = this.#envelope.$defs ?? {};
  }

  visitRoot(root: unknown): void {
    for (const { key, value } of entriesOf(root)) {
      const path = [key.value];
      const schema = this.#envelope.properties?.[key.value];
      const declares = DECLARING[key.value];
      if (schema === undefined) continue;
      if (declares === undefined)
        this.#visit(value, schema, { path, step: "" });
      else this.#visitDeclared(value, schema, declares, path);
      if (key.value === "currencies" && this.#kind === "site")
        itemsOf(value).forEach((item, i) =>
          this.mentions.addNode(
            "currency",
            valueAt(item, "code"),
            [...path, i],
            {
              role: "definition",
              node: mapOrNull(item),
            },
          ),
        );
    }
  }

  #visit(node: unknown, given: JsonSchema, inside: Inside): void {
    const name = given.$ref?.replace("#/$defs/", "");
    switch (name) {
      case "question":
      case "page":
        return this.#visitStep(node, name, inside.path);
      case "section":
        return this.#visitSection(node, inside);
      case "option":
        return this.#visitOption(node, inside, inside.step);
      default:
        return this.#visitSchema(
          node,
          name === undefined ? given : (this.#defs[name] ?? {}),
          inside,
        );
    }
  }

  #visitSchema(node: unknown, schema: JsonSchema, inside: Inside): void {
    const { format = "" } = schema;
    const named = NAMED[format];
    if (named !== undefined && itemsOf(node).length === 0)
      this.mentions.addNode(named, node, inside.path, {
        asks: format === "question",
        ...ownerOf(named, format),
      });
    else if (!this.#visitFormat(node, format, inside)) {
      const { items, properties = {}, additionalProperties } = schema;
      this.mentions.addKeys(node, inside.path, schema.propertyNames?.format);
      if (items !== undefined) this.#visitItems(node, items, inside);
      this.#visitKeys(node, properties, inside, additionalProperties);
    }
  }

  /** False for a format that says nothing of names. */
  #visitFormat(node: unknown, format: string, inside: Inside): boolean {
    const { path } = inside;
    switch (format) {
      case "text":
      case "markdown": {
        const word = wordOf(node);
        if (word !== null) visitText(this.#text, word, path, this.mentions);
        return true;
      }
      case "condition":
        visitCondition(node, path, this.mentions);
        return true;
      case "prices":
        for (const { key } of entriesOf(node))
          this.mentions.add("currency", key, [...path, key.value], {
            form: "key",
          });
        return true;
      case "options":
        if (wordOf(node) !== null)
          this.mentions.addNode("option-set", node, path);
        else this.#visitItems(node, { $ref: "#/$defs/option" }, inside);
        return true;
      case "sections":
        this.#visitItems(node, { $ref: "#/$defs/section" }, inside);
        return true;
      case "point":
        if (mapOrNull(node) === null) this.#visit(node, TEXT, inside);
        else this.#visitKeys(node, POINT, inside);
        return true;
      default:
        return false;
    }
  }

  #visitItems(node: unknown, schema: JsonSchema, inside: Inside): void {
    itemsOf(node).forEach((item, i) =>
      this.#visit(item, schema, { ...inside, path: [...inside.path, i] }),
    );
  }

  #visitKeys(
    node: unknown,
    properties: Properties,
    inside: Inside,
    others?: JsonSchema["additionalProperties"],
  ): void {
    const fallback = typeof others === "object" ? others : undefined;
    for (const { key, value } of entriesOf(node)) {
      const schema = properties[key.value] ?? fallback;
      const path = [...inside.path, key.value];
      if (schema !== undefined) this.#visit(value, schema, { ...inside, path });
    }
  }

  #visitDeclared(
    node: unknown,
    { additionalProperties: schema }: JsonSchema,
    declares: NameKind,
    path: Path,
  ): void {
    const role = "definition";
    for (const { key, value } of entriesOf(node)) {
      const at = [...path, key.value];
      const map = mapOrNull(value);
      this.mentions.add(declares, key, at, { role, form: "key", node: map });
      if (declares === "option-set")
        itemsOf(value).forEach((item, i) =>
          this.#visitOption(
            item,
            { path: [...at, i], step: "" },
            ofSet(key.value),
          ),
        );
      else if (typeof schema === "object")
        this.#visit(value, schema, { path: at, step: "" });
      if (declares === "score")
        itemsOf(valueAt(value, "bands")).forEach((band, i) =>
          this.mentions.addNode(
            "band",
            valueAt(band, "id"),
            [...at, "bands", i],
            {
              role,
              owner: key.value,
              node: mapOrNull(band),
            },
          ),
        );
    }
  }

  #visitStep(node: unknown, place: "question" | "page", path: Path): void {
    const language = this.#language;
    const usual = place === "question" ? language.usualQuestion : "";
    const page = textAt(node, "page") ?? usual;
    const own = language.pages[page]?.properties ?? {};
    const asks = (language.traits.pages[page]?.answer ?? null) !== null;
    const step = this.#addStep(node, path, asks);
    this.mentions.addNode("answer", valueAt(node, NONE), [...path, NONE], {
      id: NONE,
      role: "implicit",
      owner: step,
    });
    const { experiment, aliases, ...keys } = {
      ...this.#defs[place]?.properties,
      ...own,
    };
    this.#visitKeys(node, keys, { path, step });
    const sides = {
      ...(experiment?.properties?.name && { name: experiment.properties.name }),
      b: { properties: own },
    };
    const test = { path: [...path, "experiment"], step };
    this.#visitKeys(valueAt(node, "experiment"), sides, test);
    if (aliases === undefined) return;
    itemsOf(valueAt(node, "aliases")).forEach((item, i) => {
      const at = [...path, "aliases", i];
      const alias = this.#addStep(item, at, asks);
      this.#visitKeys(item, keys, { path: at, step: alias });
    });
  }

  /** The id of a step: its own, or what its address makes of it. */
  #addStep(node: unknown, path: Path, asks: boolean): string {
    const id = wordOf(valueAt(node, "id"));
    const address = wordOf(valueAt(node, "path"));
    const map = mapOrNull(node);
    if (id !== null) {
      this.mentions.add("step", id, path, {
        role: "definition",
        asks,
        node: map,
      });
      return id.value;
    }
    if (address === null) return "";
    const isBrand = this.#kind === "brand";
    const value = idOf(isBrand ? address.value.slice(1) : address.value);
    this.mentions.add("step", { ...address, value }, path, {
      role: "implicit",
      asks,
      node: map,
    });
    return value;
  }

  #visitOption(node: unknown, inside: Inside, owner: string): void {
    const { path } = inside;
    const map = mapOrNull(node);
    const value = wordOf(valueAt(node, "value"));
    const label = wordOf(map === null ? node : valueAt(node, "label"));
    const rest = { owner, node: map };
    if (value !== null)
      this.mentions.add("answer", value, path, { ...rest, role: "definition" });
    else if (label !== null) {
      const made = { ...label, value: valueOf(label.value) };
      this.mentions.add("answer", made, path, { ...rest, role: "implicit" });
    }
    if (map === null) this.#visit(node, TEXT, inside);
    else this.#visitKeys(node, this.#defs.option?.properties ?? {}, inside);
  }

  #visitSection(node: unknown, inside: Inside): void {
    const kind = textAt(node, "section") ?? "";
    const own = this.#language.sections[kind]?.properties;
    const common = this.#defs.section?.properties;
    this.#visitKeys(node, { ...common, ...own }, inside);
  }
}
