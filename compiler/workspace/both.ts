import { type Compiler, createCompiler } from "../compile.ts";
import type { Program } from "../link/program.ts";
import type { Environment } from "../link/environment.ts";
import { kindOf } from "../parse/file-name.ts";
import type { Language } from "../schema/language.ts";
import { prefixOf } from "./content.ts";
import { differing } from "./differing.ts";
import { readEnvironment } from "./environment.ts";
import {
  type Blobs,
  changedSince,
  filesAt,
  hintOfUnknown,
  unknownFiles,
} from "./git.ts";
import { languageAt, type LanguageThen } from "./language-at.ts";
import { type Tree, treeOfCommit, treeOfFiles } from "./tree.ts";

/** Why an earlier state cannot be had, in words for whoever asked for it. */
export class NotFound extends Error {}

/** Two states of the content, as far as they differ, and the language of today. */
export interface Both {
  readonly before: Program;
  readonly after: Program;
  readonly language: Language;
}

/**
 * What differs between two commits, or between one and the files as they are: the brands and funnels whose files are not
 * the same, of both. Nothing else is read. Throws `NotFound`.
 */
export async function readBoth(
  from: string,
  to: string | null,
  contentDir: string,
  root: string,
): Promise<Both> {
  const [before, after, onDisk] = await Promise.all([
    commitAt(from, contentDir, root),
    to === null ? stateOfFiles(contentDir) : commitAt(to, contentDir, root),
    to === null ? changedOnDisk(from, contentDir) : null,
  ]);
  const changed = onDisk ?? differencesOf(before.blobs, after.blobs);
  const environment = readEnvironment(root, contentDir, prefixOf(contentDir));
  const isOneLanguage = [before, after].every(
    ({ language }) => language.kind === "same",
  );
  const part = ({ tree }: State) =>
    isOneLanguage ? differing(tree.names, changed) : tree.names;
  const makes = (state: State) => compilersFor(state, environment);
  // What has not changed is then compiled once, and what has is known to be the rest.
  const isOneCompiler =
    isOneLanguage && ![...changed].some((path) => path.includes("/assets/"));
  const shared = isOneCompiler ? makes(after) : null;
  return {
    before: await understand(before, part(before), shared ?? makes(before)),
    after: await understand(after, part(after), shared ?? makes(after)),
    language: environment.language,
  };
}

/** The content as it was at a commit; null where there is no such commit. Throws `NotFound`. */
export async function contentAt(
  ref: string,
  contentDir: string,
  root: string,
): Promise<Program | null> {
  const state = await stateAt(ref, contentDir, root);
  if (state === null) return null;
  const environment = readEnvironment(root, contentDir, prefixOf(contentDir));
  const compilers = compilersFor(state, environment);
  return understand(state, state.tree.names, compilers);
}

interface State {
  readonly tree: Tree;
  readonly blobs: Blobs;
  /** In which it was written. */
  readonly language: LanguageThen;
}

async function stateAt(
  ref: string,
  contentDir: string,
  root: string,
): Promise<State | null> {
  const [blobs, language] = await Promise.all([
    filesAt(ref, contentDir),
    languageAt(ref, contentDir, root),
  ]);
  return (
    blobs && { tree: treeOfCommit(ref, blobs, contentDir), blobs, language }
  );
}

async function commitAt(
  ref: string,
  contentDir: string,
  root: string,
): Promise<State> {
  const state = await stateAt(ref, contentDir, root);
  if (state !== null) return state;
  if (ref.startsWith("-")) throw new NotFound(`"${ref}" is not a commit.`);
  const hint = await hintOfUnknown(
    contentDir,
    "Name a commit (`HEAD`, `main`); what differs from a build is for `check --against`.",
  );
  throw new NotFound(`Git knows no content under the name "${ref}". ${hint}`);
}

function stateOfFiles(contentDir: string): State {
  const tree = treeOfFiles(contentDir);
  return { tree, blobs: new Map(), language: { kind: "same" } };
}

/** Where there is no such commit, that is said of it elsewhere. */
async function changedOnDisk(
  ref: string,
  contentDir: string,
): Promise<ReadonlySet<string>> {
  const [changed, unknown] = await Promise.all([
    ref.startsWith("-") ? null : changedSince(ref, contentDir, "."),
    unknownFiles(contentDir),
  ]);
  return new Set([...(changed ?? []), ...unknown]);
}

function differencesOf(before: Blobs, after: Blobs): ReadonlySet<string> {
  const paths = [...before.keys(), ...after.keys()];
  return new Set(paths.filter((path) => before.get(path) !== after.get(path)));
}

/** Compilers for a state: of the language that it was written in, then of today's. */
function compilersFor(
  { tree, language }: State,
  environment: Environment,
): readonly Compiler[] {
  const languages = [
    ...(language.kind === "other" ? [language.language] : []),
    environment.language,
  ];
  return languages.map((one) =>
    createCompiler({
      ...environment,
      purpose: "compare",
      language: one,
      assets: tree.assets ?? environment.assets,
    }),
  );
}

/** Compiles some files of a state by the first compiler that understands them. Throws `NotFound`. */
async function understand(
  { tree, language }: State,
  names: readonly string[],
  compilers: readonly Compiler[],
): Promise<Program> {
  const files = await tree.read(names);
  let broken: string | null = null;
  for (const compile of compilers) {
    const { understood, unread, diagnostics } = compile(files);
    const isWhole = unread.every((name) => kindOf(name) !== "funnel");
    if (understood !== null && isWhole) return understood;
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const [first = errors[0]] = errors.filter(({ at }) =>
      unread.some((name) => at.file.endsWith(name)),
    );
    broken ??= first?.message ?? "there is no site.yaml";
  }
  const why =
    language.kind === "same"
      ? ""
      : " It was written when `schema/` said something else.";
  throw new NotFound(
    `The content ${tree.called} cannot be understood: ${broken}.${why} \`npx funnels check\` says more.`,
  );
}
