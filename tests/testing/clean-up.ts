import { afterAll, afterEach, vi } from "vitest";
import { PATIENCE_MS } from "./patience.ts";

// Files share their process: what a test that failed has not put back would fail others.
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // A module on its way when a file ends would be missing from the process for good.
  await vi.dynamicImportSettled();
});

// Files share their modules and, where they have one, their document: each leaves it as it found it.
if (typeof document !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: PATIENCE_MS });
  afterEach(cleanup);
  afterAll(() => {
    localStorage.clear();
    sessionStorage.clear();
    document.body.replaceChildren();
    document.head.replaceChildren();
    history.replaceState(null, "", "/");
  });
}
