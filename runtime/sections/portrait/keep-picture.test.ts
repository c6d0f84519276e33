// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handOver } from "./keep-picture.ts";

const file = new File(["picture"], "calm.png", { type: "image/png" });
const share = vi.fn<(data: ShareData) => Promise<void>>();
const saved: string[] = [];

beforeEach(() => {
  saved.length = 0;
  share.mockReset();
  vi.stubGlobal("navigator", { share, canShare: () => true });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ["AbortError", []],
  ["NotAllowedError", ["calm.png"]],
])("sharing that ends with %s saves %j", async (name, files) => {
  share.mockRejectedValue(new DOMException("no", name));
  await handOver(file);
  expect(share).toHaveBeenCalledOnce();
  expect(saved).toEqual(files);
});

test("what was shared is not saved as well", async () => {
  share.mockResolvedValue();
  await handOver(file);
  expect(saved).toEqual([]);
});

test("a file that is being saved stays until the browser has it", async () => {
  vi.useFakeTimers();
  share.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  const revoke = vi.spyOn(URL, "revokeObjectURL");
  await handOver(file);
  expect(revoke).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoke).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
