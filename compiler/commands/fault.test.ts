import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ROOT } from "../testing/root.ts";

// Other files share this process: none of them may meet the compiler with the bug.
beforeAll(() => {
  vi.resetModules();
  vi.doMock("../phases.ts", async (original) => ({
    ...(await original<object>()),
    createPhases: () => {
      throw new TypeError("a bug of ours");
    },
  }));
});
afterAll(() => {
  vi.doUnmock("../phases.ts");
  vi.resetModules();
});

test("a bug in the compiler ends with 2 and does not blame the files", async () => {
  const { main } = await import("../cli.ts");
  const said: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((...parts) =>
    said.push(...parts),
  );
  const printed = vi.spyOn(console, "log");
  const code = await main(
    ["node", "funnels", "check", "--no-cache", "--content", ROOT],
    { root: ROOT, fingerprint: "" },
  );
  expect(code).toBe(2);
  expect(said[0]).toMatch(/bug in the compiler, not a mistake in your files/);
  expect(said[1]).toEqual(new TypeError("a bug of ours"));
  expect(printed).not.toHaveBeenCalled();
});
