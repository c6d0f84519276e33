import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "../testing/storage.ts";
import { openStorage, openTab } from "./storage.ts";

const error = vi.spyOn(console, "error");
beforeEach(() => void error.mockImplementation(() => undefined));
afterEach(() => error.mockReset());

test("keeps JSON", () => {
  const backend = new FakeStorage();
  expect(openStorage(() => backend).write("a", { b: [1, "ü"] })).toBe(true);
  expect(openStorage(() => backend).read("a")).toEqual({ b: [1, "ü"] });
  expect(openStorage(() => backend).read("none")).toBeNull();
  expect(error).not.toHaveBeenCalled();
});

test("blocked storage is logged, and the visit goes on in memory", () => {
  const storage = openStorage(() => {
    throw new DOMException("no", "SecurityError");
  });
  expect(error).toHaveBeenCalledWith(
    "local storage is blocked",
    "SecurityError",
  );
  expect(storage.write("a", 1)).toBe(false);
  expect(storage.read("a")).toBe(1);
  storage.remove("a");
  expect(storage.read("a")).toBeNull();
});

test("a full storage is logged; the newer value wins over the stored one until it can be written", () => {
  const backend = new FakeStorage();
  const storage = openStorage(() => backend);
  storage.write("a", "old");
  backend.full = true;
  expect(storage.write("a", "new")).toBe(false);
  expect(error).toHaveBeenCalledWith("writing a failed", "QuotaExceededError");
  expect(storage.read("a")).toBe("new");
  backend.full = false;
  expect(storage.write("a", "newer")).toBe(true);
  expect(openStorage(() => backend).read("a")).toBe("newer");
});

test("what does not fit is kept with the tab, and survives a reload", () => {
  const backend = new FakeStorage();
  const tab = new FakeStorage();
  const reloaded = () =>
    openStorage(
      () => backend,
      () => tab,
    );
  reloaded().write("a", "old");
  backend.full = true;
  reloaded().write("a", "new");
  expect(reloaded().read("a")).toBe("new");
  backend.full = false;
  reloaded().write("a", "newer");
  expect(reloaded().read("a")).toBe("newer");
  expect(tab.length).toBe(0);
});

test("what the tab remembers is there after a reload", () => {
  const tab = new FakeStorage();
  vi.stubGlobal("sessionStorage", tab);
  expect(openTab().write("a", "was here")).toBe(true);
  expect(openTab().read("a")).toBe("was here");
  openTab().remove("a");
  expect([openTab().read("a"), tab.length]).toEqual([null, 0]);
  vi.unstubAllGlobals();
});

test("a failing read is logged and yields null", () => {
  const backend = new FakeStorage();
  backend.broken = true;
  expect(openStorage(() => backend).read("a")).toBeNull();
  expect(error).toHaveBeenCalledWith("reading a failed", "SecurityError");
});

test("what is no JSON is logged without being quoted, and yields null", () => {
  const backend = new FakeStorage();
  backend.setItem("a", "anna@example.com");
  expect(openStorage(() => backend).read("a")).toBeNull();
  expect(error).toHaveBeenCalledWith("a is not JSON", "SyntaxError");
  expect(JSON.stringify(error.mock.calls)).not.toContain("anna");
});
