import { afterAll, afterEach } from "vitest";

// Files share their modules and, where they have one, their document: each leaves it as it found it.
if (typeof document !== "undefined") {
  const { cleanup } = await import("@testing-library/react");
  // Fetched by whatever shows a side: on its way when a file ends, it would be missing from the process for good.
  await import("../runtime/state/ab-configuration.ts");
  afterEach(cleanup);
  afterAll(() => {
    localStorage.clear();
    sessionStorage.clear();
    document.body.replaceChildren();
    document.head.replaceChildren();
    history.replaceState(null, "", "/");
  });
}
