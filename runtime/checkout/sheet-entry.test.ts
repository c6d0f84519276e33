// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { enterSheet, leaveSheet } from "./sheet-entry.ts";

const OFFER = { usr: null, key: "offer", idx: 3 };
const back = vi.spyOn(history, "back").mockImplementation(() => undefined);
const come = (state: object) => {
  history.replaceState(state, "");
  dispatchEvent(new PopStateEvent("popstate", { state }));
};

beforeEach(() => {
  history.replaceState(OFFER, "");
});
afterEach(() => {
  vi.clearAllMocks();
});

describe("the entry of a sheet", () => {
  test("closes it by Back, and is the one below to the router", () => {
    const close = vi.fn<() => void>();
    const stop = enterSheet(close);
    expect(history.state).toEqual({ ...OFFER, sheet: true });
    come(OFFER);
    expect(close).toHaveBeenCalledOnce();
    stop();
  });

  test("closes it for whoever goes back further, and leaves the way to the router", () => {
    const close = vi.fn<() => void>();
    const stop = enterSheet(close);
    come({ ...OFFER, key: "before", idx: 2 });
    expect(close).toHaveBeenCalledOnce();
    stop();
  });

  test("goes once when the sheet is closed, and never while it is open", async () => {
    const stop = enterSheet(() => undefined);
    await leaveSheet();
    expect(back).not.toHaveBeenCalled();
    stop();
    const left = Promise.all([leaveSheet(), leaveSheet()]);
    expect(back).toHaveBeenCalledOnce();
    come(OFFER);
    await left;
    await leaveSheet();
    expect(back).toHaveBeenCalledOnce();
  });
});
