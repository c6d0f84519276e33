import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./testing/root.ts";

interface End {
  readonly code: number | null;
  readonly err: string;
}

/** Runs a command that prints into an open file, or to a reader who has gone. */
function printing(to: number | "nobody", args: readonly string[]) {
  return new Promise<End>((resolve) => {
    const child = spawn(
      process.execPath,
      [join(ROOT, "compiler/bin.mjs"), ...args],
      { cwd: ROOT, stdio: ["ignore", to === "nobody" ? "pipe" : to, "pipe"] },
    );
    child.stdout?.destroy();
    let err = "";
    child.stderr?.on("data", (part) => (err += String(part)));
    child.on("close", (code) => resolve({ code, err }));
  });
}

test("help may be read by nobody", async () => {
  expect(await printing("nobody", ["--help"])).toEqual({ code: 0, err: "" });
});

test.each([[["map", "calm/adhd"]], [["routes"]]])(
  "%j may be read by nobody",
  { tags: "long" },
  async (args) => {
    expect(await printing("nobody", args)).toEqual({ code: 0, err: "" });
  },
);

test.runIf(existsSync("/dev/full"))(
  "half a list on a full disk is a fault, and said",
  { tags: "long" },
  async () => {
    const full = openSync("/dev/full", "w");
    const { code, err } = await printing(full, ["routes", "--format", "json"]);
    closeSync(full);
    expect(code).toBe(2);
    expect(err).toBe(
      "What is printed cannot be written: ENOSPC: no space left on device, write\n",
    );
  },
);
