import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../compiler/testing/root.ts";
import { readStatements, together, unproved } from "./statements.ts";

/**
 * Says which statements the tests of this run have not shown to hold; `TEST_RECORD` is the folder of their outcomes. With
 * `--night`, no test may have been left out.
 */
const folder = process.env["TEST_RECORD"] ?? "";
const outcomes = together(
  readdirSync(folder).map((name) =>
    JSON.parse(readFileSync(join(folder, name), "utf8")),
  ),
);
const text = readFileSync(join(ROOT, "docs/statements.md"), "utf8");
const wrong = unproved(
  readStatements(text),
  outcomes,
  process.argv.includes("--night") ? "night" : "each change",
);
for (const line of wrong) console.log(line);
process.exitCode = wrong.length === 0 ? 0 : 1;
