import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BASE_DIR } from "../testing/base-content.ts";
import { ROOT } from "../testing/root.ts";

test("the V8 of a check knows the flags: it says on stderr if it does not", () => {
  const bin = join(ROOT, "compiler/bin.mjs");
  const { status, stderr } = spawnSync(
    process.execPath,
    [bin, "check", "--content", BASE_DIR, "--no-cache"],
    { cwd: ROOT, encoding: "utf8" },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
