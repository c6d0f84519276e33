import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";

const LONGEST = 120;

test("no line of a document is longer than a screen shows beside the code", () => {
  const files = execFileSync("git", ["ls-files", "--", "*.md"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const long = files
    .trim()
    .split("\n")
    .flatMap((file) =>
      readFileSync(join(ROOT, file), "utf8")
        .split("\n")
        .flatMap((line, n) =>
          [...line].length > LONGEST ? [`${file}:${n + 1}`] : [],
        ),
    );
  expect(long).toEqual([]);
});
