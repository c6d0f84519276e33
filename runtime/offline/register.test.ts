import { afterEach, expect, test, vi } from "vitest";
import { registerWorker } from "./register.ts";

const warn = vi.spyOn(console, "warn").mockReturnValue();
afterEach(() => {
  vi.unstubAllGlobals();
  warn.mockClear();
});

test("asks for the brand's worker, anew with every document", async () => {
  const register = vi.fn<() => Promise<void>>().mockResolvedValue();
  vi.stubGlobal("navigator", { serviceWorker: { register } });
  await registerWorker();
  expect(register).toHaveBeenCalledWith("/sw.js", { updateViaCache: "none" });
  expect(warn).not.toHaveBeenCalled();
});

test.each([
  [
    "that refuses the worker",
    { serviceWorker: { register: () => Promise.reject(new Error("no")) } },
  ],
  [
    "that throws where workers are named",
    {
      get serviceWorker(): never {
        throw new Error("sandboxed");
      },
    },
  ],
])("a browser %s stops nothing", async (_, navigator) => {
  vi.stubGlobal("navigator", navigator);
  await expect(registerWorker()).resolves.toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
});

test("a browser without workers does without", async () => {
  vi.stubGlobal("navigator", {});
  await registerWorker();
  expect(warn).not.toHaveBeenCalled();
});
