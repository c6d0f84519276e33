import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { normalEmail } from "../db/persons.ts";
import { errorCode } from "../refusal.ts";

/** A mail as it lies in the folder. */
export interface MailFile {
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly written: Date;
}

/** Where mail lies while nobody sends it. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, "mail");
}

/** One file to read, one to look at; each written aside, and the first one first: it says whose mail it is. */
export async function writeMail(
  folder: string,
  name: string,
  { text, html }: { readonly text: string; readonly html: string },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [ending, content] of [
    ["txt", text],
    ["html", html],
  ] as const) {
    const file = `${name}.${ending}`;
    await writeFile(join(folder, `.${file}`), content, { mode: 0o600 });
    await rename(join(folder, `.${file}`), join(folder, file));
  }
}

/** All mails, the last one first; none where there is no folder. */
export async function listMails(folder: string): Promise<MailFile[]> {
  const files = await filesIn(folder);
  const mails = await Promise.all(
    files
      .filter((file) => /^[^.].*\.txt$/.test(file))
      .map((file) => describe(folder, file.slice(0, -".txt".length))),
  );
  return mails
    .flatMap((mail) => mail ?? [])
    .toSorted((a, b) => b.written.getTime() - a.written.getTime());
}

/** A mail with its head as text, or as HTML; null where there is none of that name. */
export async function readMail(
  folder: string,
  name: string,
  as: "txt" | "html",
): Promise<string | null> {
  if (!isMailName(name)) return null;
  return readFile(join(folder, `${name}.${as}`), "utf8").catch(() => null);
}

/** Whether a text can be the name of a mail, and is no path. */
export function isMailName(text: string): boolean {
  return /^[\w-][\w.-]{0,199}$/.test(text);
}

/** Deletes the mails to an email, and those of these names. Answers how many there were. */
export async function forgetMails(
  folder: string,
  {
    email,
    names,
  }: { readonly email: string; readonly names: Iterable<string> },
): Promise<number> {
  const known = new Set(names);
  const mails = (await listMails(folder)).filter(
    ({ name, to }) => known.has(name) || normalEmail(to) === email,
  );
  for (const { name } of mails) known.add(name);
  await deleteMails(folder, known);
  return mails.length;
}

/** Deletes the mails from before a moment. */
export async function deleteOldMails(
  folder: string,
  before: Date,
): Promise<void> {
  const old = new Set<string>();
  for (const file of await filesIn(folder)) {
    const found = await stat(join(folder, file)).catch(ifGone);
    if (found !== null && found.mtime < before) old.add(mailOf(file));
  }
  await deleteMails(folder, old);
}

/** Whatever there is of these mails: a process may have ended while it wrote one. */
async function deleteMails(
  folder: string,
  names: ReadonlySet<string>,
): Promise<void> {
  for (const file of await filesIn(folder))
    if (names.has(mailOf(file))) await rm(join(folder, file), { force: true });
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(ifGone)) ?? [];
}

/** The name of the mail that a file, or the draft of one, belongs to. */
function mailOf(file: string): string {
  return file.replace(/^\./, "").replace(/\.(?:txt|html)$/, "");
}

/** null for one that is deleted at this moment. */
async function describe(
  folder: string,
  name: string,
): Promise<MailFile | null> {
  const text = await readMail(folder, name, "txt");
  if (text === null) return null;
  const [head = ""] = text.split("\n\n", 1);
  const field = (key: string) =>
    new RegExp(`^${key}: (.*)$`, "m").exec(head)?.[1] ?? "";
  const file = await stat(join(folder, `${name}.txt`)).catch(ifGone);
  if (file === null) return null;
  const { mtime: written } = file;
  return { name, to: field("To"), subject: field("Subject"), written };
}

function ifGone(error: unknown): null {
  if (errorCode(error) === "ENOENT") return null;
  throw error;
}
