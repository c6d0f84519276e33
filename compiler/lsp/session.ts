import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ClientCapabilities } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { createCompiler } from "../compile.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { brandOf, type ContentFile } from "../parse/file-name.ts";
import type { Language } from "../schema/language.ts";
import { LanguageService } from "../service/language-service.ts";
import { assetsDir, readAssetFiles } from "../workspace/content.ts";
import { checkEnvironment } from "../workspace/environment.ts";
import type { Documents } from "./convert.ts";
import { OpenContent } from "./open-content.ts";
import { createYamlKeys, type YamlKeys } from "./yaml-keys.ts";

/** The content as one editor sees it, with what is known about it. */
export class Session implements Documents {
  readonly keys: YamlKeys;
  /** Whether the editor can be told where to go on in what it inserts. */
  readonly takesStops: boolean;
  readonly takesVersions: boolean;
  readonly #root: string;
  readonly #contentDir: string;
  readonly #prefix: string;
  /** As the schemas were at the beginning: what is offered and what is checked belong together. */
  readonly #language: Language;
  readonly #content: OpenContent;
  readonly #documents = new Map<string, TextDocument>();
  readonly #prepared = new Set<string>();
  #findings: ReadonlyMap<string, readonly Diagnostic[]> | null = null;
  #service: LanguageService | null = null;
  #isTaken = false;
  #isStale = false;
  readonly #read = createSignal();
  readonly #checked = createSignal();

  /** `prefix` precedes the names of files in findings; `client` says what the editor can show. */
  constructor(
    root: string,
    contentDir: string,
    prefix: string,
    client: ClientCapabilities,
  ) {
    this.#root = root;
    this.#contentDir = contentDir;
    this.#prefix = prefix;
    this.#content = new OpenContent(contentDir);
    this.takesStops =
      client.textDocument?.completion?.completionItem?.snippetSupport === true;
    this.takesVersions =
      client.workspace?.workspaceEdit?.documentChanges === true;
    this.#language = checkEnvironment(root, prefix, () => []).language;
    this.keys = createYamlKeys(
      this.#language,
      (uri) => this.nameOf(uri) ?? "",
      client,
    );
  }

  /** The language service over the files as they are now. */
  service(): LanguageService {
    this.#service ??= this.#make();
    if (!this.#isTaken) this.#service.take(this.#content.files());
    this.#isTaken = true;
    return this.#service;
  }

  /** Settled when all files have been read. */
  get read(): Promise<void> {
    return this.#read.given;
  }

  /** Settled when all files have been checked once. */
  get checked(): Promise<void> {
    return this.#checked.given;
  }

  /** The path of a document below the content root; null for one that is no content. */
  nameOf(uri: string): string | null {
    return this.#content.nameOf(uri);
  }

  uriOf(name: string): string {
    return this.#content.uriOf(name);
  }

  versionOf(name: string): number | null {
    return this.#content.isOpen(name) ? this.document(name).version : null;
  }

  document(name: string): TextDocument {
    const text = this.#content.files().get(name) ?? "";
    const known = this.#documents.get(name);
    if (known?.getText() === text) return known;
    const made = TextDocument.create(this.uriOf(name), "yaml", 0, text);
    this.#documents.set(name, made);
    return made;
  }

  open(document: TextDocument): void {
    const name = this.nameOf(document.uri);
    if (name === null) return;
    this.#content.open(name, document.getText(), document.uri);
    this.#documents.set(name, document);
    this.#changed();
  }

  close(uri: string): void {
    const name = this.nameOf(uri);
    if (name === null) return;
    this.#content.close(name);
    this.#documents.delete(name);
    this.#changed();
  }

  /** Takes what is on the disk; with `areNewPictures`, what lies in the folders of assets has changed as well. */
  save(files: readonly ContentFile[], areNewPictures: boolean): void {
    this.#content.save(files);
    this.#changed();
    this.#read.give();
    if (!areNewPictures) return;
    this.#service = null;
    this.#prepared.clear();
  }

  /** Checks one brand that was never checked; false when there is none left. */
  prepare(): boolean {
    const brand = [...this.#content.files().keys()]
      .map(brandOf)
      .find((each) => !this.#prepared.has(each));
    if (brand === undefined) return false;
    this.#prepared.add(brand);
    this.service().check(brand);
    return true;
  }

  /** Every finding, by file. */
  check(): ReadonlyMap<string, readonly Diagnostic[]> {
    const found = new Map<string, Diagnostic[]>();
    for (const diagnostic of this.service().check()) {
      const name = diagnostic.at.file.slice(this.#prefix.length);
      found.set(name, [...(found.get(name) ?? []), diagnostic]);
    }
    this.#findings = found;
    this.#isStale = false;
    this.#checked.give();
    return found;
  }

  /** The findings of a file as it is now; none before all files have been checked once. */
  findingsOf(name: string): readonly Diagnostic[] {
    if (this.#isStale) this.check();
    return this.#findings?.get(name) ?? [];
  }

  /** The address of a file by the name that findings have for it. */
  uriOfFinding(file: string): string {
    return this.uriOf(file.slice(this.#prefix.length));
  }

  #changed(): void {
    this.#isTaken = false;
    this.#isStale = this.#findings !== null;
  }

  #make(): LanguageService {
    const assets = readAssetFiles(this.#contentDir);
    const environment = {
      ...checkEnvironment(
        this.#root,
        this.#prefix,
        (brand) => assets.get(brand) ?? [],
      ),
      language: this.#language,
    };
    return new LanguageService(
      environment,
      createCompiler(environment),
      (brand, name) =>
        pathToFileURL(join(assetsDir(this.#contentDir, brand), name)).href,
    );
  }
}

/** Something that happens once and is waited for. */
function createSignal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}
