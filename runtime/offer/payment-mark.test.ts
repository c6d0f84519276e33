import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { methodTitles } from "../../generated/providers.ts";

const folder = import.meta.dirname;

test.each(Object.keys(methodTitles))("%s has a mark", (method) => {
  const css = readFileSync(join(folder, "payment-mark.module.css"), "utf8");
  expect(css).toContain(`[data-method="${method}"]`);
  expect(css).toContain(`url("./marks/${method}.svg")`);
  const mark = readFileSync(join(folder, `marks/${method}.svg`), "utf8");
  expect(mark).toContain('viewBox="0 0 40 26"');
});
