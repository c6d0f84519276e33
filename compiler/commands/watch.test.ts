// @module-tag long
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BASE_DIR, quizText } from "../testing/base-content.ts";
import { ROOT } from "../testing/root.ts";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="4"/>';

const RIGHT = quizText("- { id: mood, ask: How?, options: [Good, Bad] }");
const WRONG = quizText("- { id: mood, ask: How?, optoins: [Good, Bad] }");

const PICTURED = quizText(
  "- { id: hello, page: info, heading: Hello, picture: hero.svg }",
);

let dir = "";
let said = "";
let child: ChildProcessByStdio<null, Readable, null>;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "funnels-watch-"));
  cpSync(BASE_DIR, dir, { recursive: true });
  const bin = join(ROOT, "compiler/bin.mjs");
  child = spawn(process.execPath, [bin, "check", "--watch", "--content", dir], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.on("data", (text: Buffer) => (said += text.toString()));
});
afterAll(() => {
  child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

/** What is said from now on, once it says `text`. */
async function heard(text: string): Promise<void> {
  await expect.poll(() => said).toContain(text);
  said = "";
}

test("check --watch tells of a mistake when it is saved, of a new file, and ends with 0", async () => {
  await heard("✓ 3 files checked");
  writeFileSync(join(dir, "demo/quiz.yaml"), WRONG);
  await heard('did you mean "options"?');
  writeFileSync(join(dir, "demo/quiz.yaml"), RIGHT);
  await heard("✓ 3 files checked");
  writeFileSync(join(dir, "demo/other.yaml"), RIGHT);
  await heard("path/duplicate");
  rmSync(join(dir, "demo/other.yaml"));
  await heard("✓ 3 files checked");
  // Pictures are a part of the content.
  writeFileSync(join(dir, "demo/quiz.yaml"), PICTURED);
  await heard("✓ 3 files checked");
  rmSync(join(dir, "demo/assets/hero.svg"));
  await heard("asset/unknown");
  writeFileSync(join(dir, "demo/assets/hero.svg"), SVG);
  await heard("✓ 3 files checked");
  writeFileSync(join(dir, "demo/assets/hero.svg"), `${SVG}\n`);
  await heard("✓ 3 files checked");
  // Many at once: the last word is about all of them.
  for (let n = 0; n < 20; n += 1)
    writeFileSync(
      join(dir, `demo/quiz-${n}.yaml`),
      RIGHT.replace("[/quiz]", `[/quiz-${n}]`).replace(
        "A short quiz",
        `Quiz ${n}`,
      ),
    );
  await heard("✓ 23 files checked");
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});
