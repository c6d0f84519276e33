import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import {
  type ListOptions,
  pathWith,
  type PrintOptions,
  printAnswer,
  printFile,
  printList,
} from "../workspace/ask-server.ts";

export interface PersonOptions extends PrintOptions {
  readonly email: string;
}

export interface ExportOptions {
  readonly url: string;
  readonly email: string;
  readonly format: "json" | "csv";
}

export interface EraseOptions extends PersonOptions {
  readonly yes?: boolean;
}

type Token = string | undefined;

/** Prints who left an email at a running server, newest first. 2 when it does not answer or refuses. */
export function listContacts(
  options: ListOptions,
  token: Token,
): Promise<number> {
  return printList("contacts", options, token);
}

/** Prints everything that is known of a person. 2 when nothing is, or no server answers. */
export function showContact(
  { url, format, email }: PersonOptions,
  token: Token,
): Promise<number> {
  const path = pathWith("contacts/person", { email });
  return printAnswer({ url, format }, { path, token });
}

/** Prints a person as JSON or CSV to hand over. 2 when nothing is known of them, or no server answers. */
export function exportContact(
  { url, email, format }: ExportOptions,
  token: Token,
): Promise<number> {
  const path = pathWith("contacts/export", { email, format });
  return printFile({ url, path, token });
}

/**
 * Deletes a person, after the email has been typed again or with `yes`. 1 when it is not typed again, 2 when the server
 * does not answer or refuses.
 */
export async function eraseContact(
  { url, format, email, yes = false }: EraseOptions,
  token: Token,
): Promise<number> {
  if (!yes && !(await isConfirmed(email))) {
    console.error(
      "Nothing was erased: type the same email again, or use --yes.",
    );
    return 1;
  }
  return printAnswer(
    { url, format },
    {
      path: "contacts/erase",
      token,
      method: "POST",
      body: { email },
    },
  );
}

/**
 * Erases again whom a log says were erased, in a database that was restored from before. 2 when the server does not
 * answer or refuses, or there is no such log.
 */
export async function eraseAgain(
  { url, format, log }: PrintOptions & { readonly log: string },
  token: Token,
): Promise<number> {
  if (!existsSync(log)) {
    console.error(`There is no file ${log}.`);
    return 2;
  }
  const erased = erasedIn(readFileSync(log, "utf8"));
  if (erased.length === 0) console.error(`${log} names nobody who was erased.`);
  for (const one of erased) {
    const code = await printAnswer(
      { url, format },
      {
        path: "contacts/erase-again",
        token,
        method: "POST",
        body: one,
      },
    );
    if (code !== 0) return code;
  }
  return 0;
}

/** Where each person was erased, in lines of a log; whatever is before the object of a line is of whoever keeps the log. */
function erasedIn(log: string) {
  return log.split("\n").flatMap((line) => {
    if (!line.includes('"message":"person erased"')) return [];
    const listed = (name: string) =>
      new RegExp(`"${name}":"([\\w/ -]+)"`).exec(line)?.[1]?.split(" ") ?? [];
    const [sessions, mentions] = [listed("sessions"), listed("mentions")];
    if (sessions.length + mentions.length === 0) return [];
    return [{ sessions, ...(mentions.length > 0 && { mentions }) }];
  });
}

async function isConfirmed(email: string): Promise<boolean> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) return false;
  const asking = createInterface({ input, output });
  try {
    const question = `This deletes all that is known of ${email}. Type the email again: `;
    return (await asking.question(question)).trim() === email;
  } finally {
    asking.close();
  }
}
