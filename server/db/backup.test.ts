import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { openBackup, restoreBackup } from "./backup.ts";

test("a backup that is not there is told by its name", async () => {
  await expect(openBackup("/nowhere/backup.tar.gz")).rejects.toEqual(
    new Refusal(
      "/nowhere/backup.tar.gz cannot be read: name the file of a backup.",
    ),
  );
});

test("what cannot be restored leaves no folder behind that was not there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "funnels-restore-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "mine"));
  const to = join(folder, "mine/new/data");
  const restored = restoreBackup(new Blob(["no archive"]), to);
  await expect(restored).rejects.toThrow(Refusal);
  expect(readdirSync(folder, { recursive: true })).toEqual(["mine"]);
});
