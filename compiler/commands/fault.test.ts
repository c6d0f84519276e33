import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { ROOT } from "../testing/root.ts";

let fault: Error = new TypeError("a bug of ours");

vi.mock("../phases.ts", async (original) => ({
  ...(await original<object>()),
  createPhases: () => {
    throw fault;
  },
}));

const CONTENT = join(ROOT, "tests/cases/_base");
const CHECK = ["check", "--no-cache"];

/** What a command says that meets the fault. */
async function saidBy(command: readonly string[]): Promise<unknown[]> {
  const { main } = await import("../cli.ts");
  const said: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((...parts) =>
    said.push(...parts),
  );
  const printed = vi.spyOn(console, "log");
  const code = await main(
    ["node", "funnels", ...command, "--content", CONTENT],
    {
      root: ROOT,
      fingerprint: "",
    },
  );
  expect(code).toBe(2);
  expect(printed).not.toHaveBeenCalled();
  return said;
}

test("a bug in the compiler ends with 2 and does not blame the files", async () => {
  const said = await saidBy(CHECK);
  expect(said[0]).toMatch(/bug in the compiler, not a mistake in your files/);
  expect(said[1]).toEqual(new TypeError("a bug of ours"));
});

test.each([
  [
    { code: "EACCES", path: "funnels/a/quiz.yaml" },
    "funnels/a/quiz.yaml cannot be read or written: this user may not. Change its permissions, and try again.",
  ],
  [
    { code: "EROFS", path: "/srv/.builds" },
    "/srv/.builds cannot be written: its disk is read-only. Make it writable, and try again.",
  ],
  [
    { code: "ENOSPC", path: "/srv/cache/page", dest: "/srv/.builds/page" },
    "/srv/.builds/page cannot be written: the disk is full. Make room, and try again.",
  ],
  [
    { code: "EBUSY", path: "/srv/dist", dest: "/srv/.builds/copied" },
    "/srv/dist cannot be moved or removed: it is in use, or a disk of its own. End what uses it, or mount the folder around it instead, and try again.",
  ],
  [
    { code: "ENOSPC" },
    "A file cannot be written: the disk is full. Make room, and try again.",
  ],
])("what the system refuses by %j is no bug", async (refused, sentence) => {
  fault = Object.assign(new Error("refused"), refused);
  expect(await saidBy(CHECK)).toEqual([sentence]);
});

test("a host that is none is no bug, but a wrong variable", async () => {
  vi.stubEnv("API_HOST", "http://");
  vi.resetModules();
  expect(await saidBy(["build"])).toEqual([
    expect.stringMatching(/^API_HOST=http:\/\/ is not a host/),
  ]);
  vi.unstubAllEnvs();
});
