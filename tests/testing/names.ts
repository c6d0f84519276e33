/** The shipped content as editors are told of it, and what a check says of it. */
import { join } from "node:path";
import { createCompiler } from "../../compiler/compile.ts";
import type { Diagnostic } from "../../compiler/diagnostics/diagnostic.ts";
import { brandOf, SITE_FILE } from "../../compiler/parse/file-name.ts";
import { linesOf } from "../../compiler/parse/lines.ts";
import { LanguageService } from "../../compiler/service/language-service.ts";
import type { Mention } from "../../compiler/service/mention.ts";
import { ROOT } from "../../compiler/testing/root.ts";
import {
  readAssetFiles,
  readContent,
} from "../../compiler/workspace/content.ts";
import { checkEnvironment } from "../../compiler/workspace/environment.ts";

const CONTENT = join(ROOT, "funnels");

const assets = readAssetFiles(CONTENT);
const environment = checkEnvironment(
  ROOT,
  "",
  (brand) => assets.get(brand) ?? [],
);
export const files: ReadonlyMap<string, string> = new Map(
  readContent(CONTENT).map((one) => [one.name, one.text]),
);
export const service = serviceOf(files);
/** Of its own memory: the service's goes on with the content as it is. */
const compile = createCompiler(environment);

function serviceOf(texts: ReadonlyMap<string, string>): LanguageService {
  const made = new LanguageService(
    environment,
    createCompiler(environment),
    (_brand, name) => name,
  );
  return taken(made, texts);
}

function taken(
  made: LanguageService,
  texts: ReadonlyMap<string, string>,
): LanguageService {
  made.take(texts);
  made.check();
  return made;
}

const edited = serviceOf(files);

/** The service of an editor in which some files were changed; the next call changes it. */
export function editorOf(changed: ReadonlyMap<string, string>) {
  return taken(edited, new Map([...files, ...changed]));
}

/** What a check finds when one file is another; of the other funnels it needs none. */
function findings(file: string, text: string): readonly Diagnostic[] {
  const brandFile = `${brandOf(file)}/brand.yaml`;
  const needed = [...new Set([SITE_FILE, brandFile, file])];
  const isSite = file === SITE_FILE;
  return compile(
    [...files]
      .filter(([name]) => isSite || needed.includes(name))
      .map(([name, own]) => ({ name, text: name === file ? text : own })),
  ).diagnostics;
}

/** A name that nothing has, and that may stand there. */
function wrongName({ kind }: Mention): string {
  switch (kind) {
    case "asset":
      return "zz.png";
    case "path":
      return "/zz-zz";
    case "currency":
      return "ZZZ";
    case "font":
      return "@fontsource-variable/zz-zz";
    default:
      return "zz-zz";
  }
}

export interface Used {
  readonly file: string;
  readonly text: string;
  readonly mention: Mention;
}

export const uses: readonly Used[] = [...files].flatMap(([file, text]) =>
  service
    .mentions(file)
    .filter(({ role }) => role === "use")
    .map((mention) => ({ file, text, mention })),
);

/** What a check finds at a name when it is another one, and what is offered in its place. */
export function instead({ file, text, mention }: Used) {
  const { start, end } = mention;
  const changed = text.slice(0, start) + wrongName(mention) + text.slice(end);
  const line = linesOf(file, text).lineOf(start);
  const refused = findings(file, changed).filter(
    ({ at, code }) =>
      at.file === file && at.line === line && code.endsWith("/unknown"),
  );
  const offered = service.complete(file, start + 1);
  const isInPlace = offered?.start === start && offered.end === end;
  const names = offered?.candidates.map(({ name }) => name) ?? [];
  return {
    isRefused: refused.length > 0,
    isOffered: isInPlace && names.includes(mention.id),
  };
}

/** A use as a title: `step oto, calm/adhd.yaml:12`. */
export function titled(list: readonly Used[]) {
  return list.map((use) => {
    const { file, text, mention } = use;
    const line = linesOf(file, text).lineOf(mention.start);
    return [`${mention.kind} ${mention.id}, ${file}:${line}`, use] as const;
  });
}
