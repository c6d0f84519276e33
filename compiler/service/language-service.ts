/** The folder `service` holds what editors are told of names: where given, where used, what they mean. */

/** What editors ask of the content while it is written: the compiler's findings, and its names. */
import type { Compiler } from "../compile.ts";
import {
  type Diagnostic,
  fileOf,
  type Fix,
} from "../diagnostics/diagnostic.ts";
import { splicesOf } from "../edit/apply.ts";
import type { Splice } from "../edit/splice.ts";
import type { Environment } from "../link/environment.ts";
import { outlineOf } from "../link/outline.ts";
import { flowMap } from "../map/flow-map.ts";
import { svgMap } from "../map/svg.ts";
import { brandOf, SITE_FILE } from "../parse/file-name.ts";
import { placeOf } from "../parse/place.ts";
import { addressPlaces } from "./address-places.ts";
import { type Candidate, candidates } from "./candidates.ts";
import {
  ContentNames,
  isNaming,
  type Named,
  type Place,
} from "./content-names.ts";
import { describe, type Description } from "./describe.ts";
import { createLinkedContent, type LinkedContent } from "./linked-content.ts";
import type { Mention } from "./mention.ts";
import { namePlaceAt } from "./place-at.ts";
import { canBeRenamed, rename, type Renaming } from "./rename.ts";
import { type FileSymbol, symbolsOf } from "./symbols.ts";

/** The names that can stand at a place, and the characters they take the place of. */
export interface Completion {
  readonly wanted: Mention;
  readonly start: number;
  readonly end: number;
  /** Whether such a name is a key whose mapping is still to be written around it. */
  readonly needsBraces: boolean;
  readonly candidates: readonly (Candidate & {
    readonly description: Description | null;
  })[];
}

export interface Described extends Description {
  readonly mention: Mention;
}

type Edits = ReadonlyMap<string, readonly Splice[]>;

/** Files are named by their path below the content root; places in them are offsets. */
export class LanguageService {
  readonly #environment: Environment;
  readonly #compile: Compiler;
  readonly #assetUrl: (brand: string, name: string) => string;
  readonly #names: ContentNames;
  readonly #linked: LinkedContent;
  #files: ReadonlyMap<string, string> = new Map();
  #findings: readonly Diagnostic[] = [];

  /** `assetUrl` leads to a file of a brand's assets. */
  constructor(
    environment: Environment,
    compile: Compiler,
    assetUrl: (brand: string, name: string) => string,
  ) {
    this.#environment = environment;
    this.#compile = compile;
    this.#assetUrl = assetUrl;
    this.#names = new ContentNames(environment.language);
    this.#linked = createLinkedContent(environment.prefix);
  }

  /** Takes the files as they are now, saved or not. */
  take(files: ReadonlyMap<string, string>): void {
    this.#files = files;
    this.#names.update(files);
  }

  /** Every finding in the files; of a brand alone, so that the findings in all of them take less time afterwards. */
  check(brand?: string): readonly Diagnostic[] {
    const files = [...this.#files].map(([name, text]) => ({ name, text }));
    const compilation = this.#compile(
      files.filter(
        ({ name }) =>
          brand === undefined || name === SITE_FILE || brandOf(name) === brand,
      ),
    );
    this.#linked.update(compilation, this.#files);
    this.#findings = compilation.diagnostics;
    return compilation.diagnostics;
  }

  /** The names that can stand at an offset; null where none can. */
  complete(file: string, offset: number): Completion | null {
    const text = this.#files.get(file) ?? "";
    const { language } = this.#environment;
    const place = namePlaceAt(file, text, offset, language);
    if (place === null) return null;
    const { mention: wanted, siblings, start, end, needsBraces } = place;
    const found = candidates(
      file,
      wanted,
      this.#names,
      this.#linked,
      this.#environment,
    ).filter(({ name }) => !siblings.includes(name));
    return {
      wanted,
      start,
      end,
      needsBraces,
      candidates: found.map((candidate) => ({
        ...candidate,
        description:
          candidate.meaning === undefined
            ? this.#describe(file, { ...wanted, id: candidate.name })
            : { short: "", long: candidate.meaning },
      })),
    };
  }

  describe(file: string, offset: number): Described | null {
    const mention = this.#mentionAt(file, offset);
    if (mention === null) return null;
    const description = this.#describe(file, mention);
    return description === null ? null : { ...description, mention };
  }

  definitions(file: string, offset: number): readonly Place[] {
    const named = this.#meaningAt(file, offset);
    if (named === null) return [];
    return named.kind === "path"
      ? addressPlaces(named, this.#names, this.#linked)
      : this.#names.definitionsOf(named);
  }

  /** Everywhere the thing is named, its definition included. */
  references(file: string, offset: number): readonly Place[] {
    const named = this.#meaningAt(file, offset);
    return named === null ? [] : this.#names.placesOf(named);
  }

  /** The name at an offset, where it can be changed. */
  renamable(file: string, offset: number): Mention | null {
    const mention = this.#mentionAt(file, offset);
    return mention !== null &&
      canBeRenamed(this.#names.meaningOf(file, mention), this.#names)
      ? mention
      : null;
  }

  rename(file: string, offset: number, to: string): Renaming {
    const named = this.#meaningAt(file, offset);
    return named === null
      ? { kind: "refused", reason: "There is no name here." }
      : rename(named, to, this.#names, this.#files, this.#compile);
  }

  symbols(file: string): readonly FileSymbol[] {
    return symbolsOf(this.#names.treeOf(file), this.mentions(file));
  }

  /** Every name in a file. */
  mentions(file: string): readonly Mention[] {
    return this.#names.mentionsOf(file);
  }

  /** The addresses of a file's steps, with the places where the steps are written. */
  addresses(file: string): { mention: Mention; path: string }[] {
    const node = this.#linked.funnelOf(file);
    if (node === null) return [];
    const { addresses } = outlineOf(node);
    const paths = new Map(
      addresses.toReversed().map(({ step, path }) => [step, path]),
    );
    return this.mentions(file).flatMap((mention) => {
      const path = paths.get(mention.id);
      const isStep = mention.kind === "step" && isNaming(mention);
      return isStep && path !== undefined ? [{ mention, path }] : [];
    });
  }

  /** The funnel of a file as a picture, SVG; null for a file that was never understood. */
  map(file: string): string | null {
    const node = this.#linked.funnelOf(file);
    if (node === null) return null;
    const theme = this.#linked.brandOf(brandOf(file))?.theme;
    return svgMap(flowMap(node, this.#findings), theme?.colors);
  }

  /** The address of the step that an offset lies in; null between steps. */
  addressAt(file: string, offset: number): string | null {
    const around = this.addresses(file).find(({ mention: { node, start } }) => {
      const place = node === null ? null : placeOf(node);
      return (
        place !== null &&
        Math.min(start, place.start) <= offset &&
        offset <= place.end
      );
    });
    return around?.path ?? null;
  }

  /** The edits of a fix by file; null where it cannot be made. */
  editsOf(fix: Fix): Edits | null {
    const edits = new Map<string, readonly Splice[]>();
    for (const change of fix.changes) {
      const named = fileOf(change);
      const file = named.slice(this.#environment.prefix.length);
      const made = splicesOf(named, this.#files.get(file) ?? "", [change]);
      if (made.length === 0) return null;
      edits.set(file, [...(edits.get(file) ?? []), ...made]);
    }
    return edits;
  }

  #describe(file: string, mention: Mention): Description | null {
    const named = this.#names.meaningOf(file, mention);
    return describe(named, file, this.#names, this.#linked, this.#assetUrl);
  }

  #mentionAt(file: string, offset: number): Mention | null {
    const around = this.mentions(file).filter(
      ({ start, end }) => start <= offset && offset <= end,
    );
    // A label that a choice is called by may hold a variable.
    const [closest] = around.sort((a, b) => a.end - a.start - b.end + b.start);
    return closest ?? null;
  }

  #meaningAt(file: string, offset: number): Named | null {
    const mention = this.#mentionAt(file, offset);
    return mention === null ? null : this.#names.meaningOf(file, mention);
  }
}
