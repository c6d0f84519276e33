import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LOCK, withLock } from "./lock.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "funnels-lock-"));
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const owner = { token: "x", pid: process.pid, began: "", machine: hostname() };
const leave = (text: string) => writeFileSync(join(folder, LOCK), text);

test("one works at a time, and whoever fails lets the next one work", async () => {
  let working = 0;
  let most = 0;
  const turns = Array.from({ length: 5 }, (_, turn) =>
    withLock(folder, async () => {
      most = Math.max(most, (working += 1));
      await setImmediate();
      working -= 1;
      if (turn === 0) throw new Error("failed");
      return turn;
    }).catch(String),
  );
  expect(await Promise.all(turns)).toEqual(["Error: failed", 1, 2, 3, 4]);
  expect([most, readdirSync(folder)]).toEqual([1, []]);
  expect(vi.mocked(console.error).mock.calls.join()).toContain(
    `Process ${process.pid} is building`,
  );
});

test.each([
  ["an id used again", { ...owner, began: "1" }],
  ["a process that is gone", { ...owner, pid: 2 ** 22 + 1 }],
  ["nobody", {}],
])("the lock of %s is nobody's", async (_, text) => {
  leave(JSON.stringify(text));
  expect(await withLock(folder, async () => "done")).toBe("done");
  expect(readdirSync(folder)).toEqual([]);
});

test("half a lock is nobody's", async () => {
  leave('{"token":');
  expect(await withLock(folder, async () => "done")).toBe("done");
});

test("a lock of another machine is waited for, and the way out is said", async () => {
  leave(JSON.stringify({ ...owner, machine: "elsewhere" }));
  const waiting = withLock(folder, async () => "done");
  await expect
    .poll(() => vi.mocked(console.error).mock.calls.join())
    .toContain(`If it is gone, remove ${join(folder, LOCK)}.`);
  rmSync(join(folder, LOCK));
  expect(await waiting).toBe("done");
});

test("a killed process holds nothing", async () => {
  const module = new URL("./lock.ts", import.meta.url).href;
  const code = `import { withLock } from ${JSON.stringify(module)};
    await withLock(${JSON.stringify(folder)}, async () => {
      process.stdout.write("held");
      await new Promise((resolve) => setInterval(resolve, 2 ** 30));
    });`;
  const args = ["--import", "tsx", "--input-type=module", "-e", code];
  const holder = spawn(process.execPath, args);
  await once(holder.stdout, "data");
  expect(existsSync(join(folder, LOCK))).toBe(true);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(await withLock(folder, async () => "done")).toBe("done");
});
