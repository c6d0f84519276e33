import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../compiler/testing/root.ts";

const RULE = /::placeholder\s*\{([^}]*)\}/g;

// `theme/contrast` holds the colour, not what a sheet or a browser makes of it.
test("what stands in an empty field has the whole of a colour that is held to contrast", () => {
  const sheets = ["runtime", "server"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".css"))
      .map((name) => join(folder, name)),
  );
  const rules = sheets.flatMap((sheet) =>
    [...readFileSync(join(ROOT, sheet), "utf8").matchAll(RULE)].map(
      ([, rule = ""]) => `${sheet}: ${rule}`,
    ),
  );
  expect(rules).toHaveLength(2);
  for (const rule of rules) {
    expect(rule).toContain("color: var(--muted);");
    expect(rule).toContain("opacity: 1;");
  }
});
