import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  deleteOldMails,
  forgetMails,
  listMails,
  writeMail,
} from "./mail-folder.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "funnels-mails-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mail = (to: string) => ({
  text: `To: ${to}\nSubject: Hello\n\nHello`,
  html: `<p>Hello ${to}`,
});

/** A mail of which the disk took one file alone, and one whose process ended while it wrote. */
async function interrupt(name: string, draft: string) {
  // Stands for a disk that is full.
  await mkdir(join(folder, `.${name}.html`));
  await expect(
    writeMail(folder, name, mail("ann@mail.example")),
  ).rejects.toThrow("EISDIR");
  await rm(join(folder, `.${name}.html`), { recursive: true });
  await writeFile(join(folder, `.${draft}.txt`), "To: ann@mail.example");
}

test("a mail that was half written is listed", async () => {
  await interrupt("payment.taken-1", "payment.taken-2");
  expect(await listMails(folder)).toMatchObject([
    { name: "payment.taken-1", to: "ann@mail.example" },
  ]);
});

test("an erasure leaves no file of a mail that was half written", async () => {
  await interrupt("payment.taken-1", "payment.taken-2");
  await writeMail(folder, "payment.taken-3", mail("ann@mail.example"));
  await writeMail(folder, "payment.taken-4", mail("bob@mail.example"));
  const person = { email: "ann@mail.example", names: ["payment.taken-2"] };
  expect(await forgetMails(folder, person)).toBe(2);
  expect(readdirSync(folder).toSorted()).toEqual([
    "payment.taken-4.html",
    "payment.taken-4.txt",
  ]);
});

test("nor does time", async () => {
  await interrupt("payment.taken-1", "payment.taken-2");
  for (const file of readdirSync(folder)) utimesSync(join(folder, file), 1, 1);
  await writeMail(folder, "payment.taken-3", mail("ann@mail.example"));
  await deleteOldMails(folder, new Date(2_000));
  expect(readdirSync(folder).toSorted()).toEqual([
    "payment.taken-3.html",
    "payment.taken-3.txt",
  ]);
});
