import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { browserFiles } from "./bundle-server.ts";

let server = "";
const write = (name: string) => {
  mkdirSync(dirname(join(server, name)), { recursive: true });
  writeFileSync(join(server, name), "");
};
beforeEach(() => {
  server = mkdtempSync(join(tmpdir(), "funnels-server-"));
});
afterEach(() => rmSync(server, { recursive: true, force: true }));

test("a new provider brings the script of its page in its own folder", () => {
  for (const name of ["main.ts", "http/pages.css", "db/program.mjs"])
    write(name);
  write("payments/quick-pay/provider.ts");
  write("payments/quick-pay/quick-page.js");
  expect([...browserFiles(server)]).toEqual([
    ["pages.css", join(server, "http/pages.css")],
    ["quick-page.js", join(server, "payments/quick-pay/quick-page.js")],
  ]);
});

test("two of one name are refused, for they would lie in one place", () => {
  write("payments/quick-pay/page.js");
  write("payments/slow-pay/page.js");
  expect(() => browserFiles(server)).toThrow(/page\.js/);
});
