import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { errorCode } from "../refusal.ts";

/** How a file may be packed; the one that browsers prefer is looked for first. */
const ENDINGS = { br: ".br", gzip: ".gz" } as const;
export type Coding = keyof typeof ENDINGS;

/** Where files lie whose names carry a hash of what they hold. */
export const ASSETS = "/assets/";

/** A file as it is sent. While it stays as it is, the same object is found again. */
export interface StaticFile {
  /** Where it is, without the ending of its packed form. */
  readonly path: string;
  readonly coding: Coding | null;
  /** With quotes, as headers have it. */
  readonly tag: string;
  readonly body: Buffer;
}

/** Built files below one folder. */
export interface Files {
  /** The file in the first of these codings that it is there in, else as it is; null when there is none. */
  find(path: string, codings: readonly Coding[]): Promise<StaticFile | null>;
  /** What `find` would answer, where that is known without the disk; else null. */
  kept(path: string, codings: readonly Coding[]): StaticFile | null;
}

/** Larger files are read each time; of the others so many bytes are kept, and then all are forgotten. */
const KEPT_FILE_BYTES = 1_000_000;
const KEPT_BYTES = 64_000_000;

/** One form of a file that is there: as it is, or packed. */
interface Form {
  readonly path: string;
  readonly coding: Coding | null;
  /** Changes when the file does. */
  readonly version: string;
  /** Known once it was read. */
  tag: string | null;
  /** null while it is not in memory. */
  file: StaticFile | null;
}
/** What was seen on the disk at one time. */
interface Seen extends Readonly<Record<Coding, Form | null>> {
  readonly at: number;
  readonly plain: Form;
}

/**
 * Serves the files of `root`, and nothing outside it. Paths are relative and begin with a slash. What is there is looked
 * at again after `lookAfterMs`, which is for ever where files are never changed; `ticks` are milliseconds that only grow.
 */
export function createFiles(
  root: string,
  {
    lookAfterMs,
    ticks = () => performance.now(),
  }: { readonly lookAfterMs: number; readonly ticks?: () => number },
): Files {
  const seen = new Map<string, Seen>();
  const memory = createMemory(root);
  const known = (path: string) => {
    const last = seen.get(path);
    return last !== undefined && ticks() - last.at < lookAfterMs ? last : null;
  };
  const look = async (path: string) => {
    const at = ticks();
    const before = seen.get(path);
    const now = await formsOf(root, path, before);
    // Of what is nowhere there is no end.
    if (now === null) seen.delete(path);
    else seen.set(path, { at, ...now });
    for (const form of allOf(before))
      if (!allOf(now).includes(form)) memory.forget(form);
    return now;
  };
  /** One look for all who ask meanwhile. */
  const looks = new Map<string, Promise<Forms | null>>();
  const lookOnce = (path: string) => {
    const begun = looks.get(path);
    if (begun !== undefined) return begun;
    const own = look(path).finally(() => looks.delete(path));
    looks.set(path, own);
    return own;
  };
  return {
    kept: (path, codings) => {
      const there = known(path);
      return there === null ? null : chosen(there, codings).file;
    },
    find: async (path, codings) => {
      const there = known(path) ?? (await lookOnce(path));
      return there === null ? null : memory.load(chosen(there, codings));
    },
  };
}

type Forms = Omit<Seen, "at">;

function chosen(forms: Forms, codings: readonly Coding[]): Form {
  for (const coding of codings) {
    const form = forms[coding];
    if (form !== null) return form;
  }
  return forms.plain;
}

function allOf(forms: Forms | null | undefined): readonly (Form | null)[] {
  return forms ? [forms.plain, forms.br, forms.gzip] : [];
}

/** The forms that are on the disk now, those of `before` among them that are as they were; null: there is no such file. */
async function formsOf(
  root: string,
  path: string,
  before: Forms | undefined,
): Promise<Forms | null> {
  const formOf = async (coding: Coding | null, last?: Form | null) => {
    const version = await versionOf(root, nameOf({ path, coding }));
    if (version === null || version === last?.version)
      return version === null ? null : (last ?? null);
    return { path, coding, version, tag: null, file: null };
  };
  const plain = await formOf(null, before?.plain);
  if (plain === null) return null;
  const [br, gzip] = await Promise.all([
    formOf("br", before?.br),
    formOf("gzip", before?.gzip),
  ]);
  return { plain, br, gzip };
}

function nameOf({ path, coding }: Pick<Form, "path" | "coding">): string {
  return coding === null ? path : path + ENDINGS[coding];
}

async function versionOf(root: string, name: string): Promise<string | null> {
  const file = join(root, name);
  if (!file.startsWith(root + sep)) return null;
  try {
    const found = await stat(file);
    return found.isFile() ? `${found.mtimeMs}-${found.size}` : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

interface Memory {
  /** Reads a form, or has it still; null when it has gone meanwhile. */
  load(form: Form): Promise<StaticFile | null>;
  forget(form: Form | null): void;
}

function createMemory(root: string): Memory {
  const kept = new Set<Form>();
  let keptBytes = 0;
  const forget: Memory["forget"] = (form) => {
    if (form === null || form.file === null) return;
    keptBytes -= form.file.body.byteLength;
    kept.delete(form);
    form.file = null;
  };
  const keep = (form: Form, file: StaticFile) => {
    if (keptBytes + file.body.byteLength > KEPT_BYTES) kept.forEach(forget);
    keptBytes += file.body.byteLength;
    kept.add(form);
    form.file = file;
  };
  return {
    forget,
    load: async (form) => {
      if (form.file !== null) return form.file;
      const { path, coding } = form;
      const body = await readFile(join(root, nameOf(form))).catch(absentAsNull);
      if (body === null) return null;
      form.tag ??= tagOf(body);
      const file = { path, coding, tag: form.tag, body };
      // Another request may have read it meanwhile.
      if (form.file === null && body.byteLength <= KEPT_FILE_BYTES)
        keep(form, file);
      return form.file ?? file;
    },
  };
}

/** What a cache compares: the same for the same bytes. */
export function tagOf(body: Uint8Array): string {
  const hash = createHash("sha256").update(body).digest("base64url");
  return `"${hash.slice(0, 22)}"`;
}

function absentAsNull(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EISDIR", "ELOOP"].includes(
    errorCode(error) ?? "",
  );
}
