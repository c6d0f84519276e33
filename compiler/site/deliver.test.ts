import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { serverSite } from "../emit/server.ts";
import { compileWith, someFonts } from "../testing/base-content.ts";
import { ROOT } from "../testing/root.ts";

const { program } = compileWith();
if (program === null) throw new Error("the base content has mistakes");
const site = serverSite(program, someFonts(program));

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["https://api.example", "api.example"],
  ["", null],
])(
  "with API_HOST=%s, others are told that %s has no pages",
  async (value, host) => {
    vi.stubEnv("API_HOST", value);
    vi.resetModules();
    const { deliveredBuild } = await import("./deliver.ts");
    const dir = mkdtempSync(join(tmpdir(), "delivered-"));
    for (const brand of Object.keys(site.brands)) mkdirSync(join(dir, brand));
    const { apiHost } = deliveredBuild(ROOT, dir, site);
    rmSync(dir, { recursive: true });
    expect(apiHost).toBe(host);
  },
);
