import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MAIL_PICTURES } from "../../generated/mail-pictures.ts";
import { readMailPictures } from "./pictures.ts";

test("the pictures of mails come with a build, and stay when its folder goes", () => {
  const build = mkdtempSync(join(tmpdir(), "build-"));
  onTestFinished(() => rmSync(build, { recursive: true, force: true }));
  expect(readMailPictures(build)("/assets/calm/boat.1.svg")).toBeNull();
  const folder = join(build, MAIL_PICTURES);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "calm-boat.1.svg.png"), "a boat");
  writeFileSync(join(folder, "calm-me.2.webp.jpg"), "a face");
  const pictures = readMailPictures(build);
  rmSync(build, { recursive: true });
  expect(pictures("/assets/calm/boat.1.svg")).toEqual({
    type: "image/png",
    data: Buffer.from("a boat"),
  });
  expect(pictures("/assets/calm/me.2.webp")).toEqual({
    type: "image/jpeg",
    data: Buffer.from("a face"),
  });
  expect(pictures("/assets/calm/boat.2.svg")).toBeNull();
});
