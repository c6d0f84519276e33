import { expect, test } from "vitest";
import type { Share } from "./share.ts";
import { startThread } from "./start.ts";

const share: Share = {
  root: "",
  prefix: "",
  assets: new Map(),
  site: [],
  brands: [],
  jobs: [],
  next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
};

test.each([
  ["ends without a word", "process.exit(0)", /ended without findings \(0\)/],
  ["ends with a code", "process.exit(7)", /ended without findings \(7\)/],
  ["throws", 'throw new TypeError("ours")', /ours/],
])(
  "a thread that %s is a fault, and nobody waits for it",
  async (_, code, fault) => {
    const program = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    await expect(startThread(share, program).linted).rejects.toThrow(fault);
  },
);
