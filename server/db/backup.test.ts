import { expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { openBackup } from "./backup.ts";

test("a backup that is not there is told by its name", async () => {
  await expect(openBackup("/nowhere/backup.tar.gz")).rejects.toEqual(
    new Refusal(
      "/nowhere/backup.tar.gz cannot be read: name the file of a backup.",
    ),
  );
});
