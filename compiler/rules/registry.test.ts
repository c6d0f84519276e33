import { join } from "node:path";
import { expect, test } from "vitest";
import { createCompiler } from "../compile.ts";
import { ROOT } from "../testing/root.ts";
import { readContent } from "../workspace/content.ts";
import { readEnvironment } from "../workspace/environment.ts";
import { onlyCodes } from "./only-codes.ts";

test(
  "a rule that is not asked where one code is off reports nothing else",
  { tags: "long" },
  () => {
    const content = join(ROOT, "funnels");
    const environment = readEnvironment(ROOT, content, "");
    const { program } = createCompiler(environment)(readContent(content));
    for (const [rule, only] of onlyCodes) {
      const found = (program?.funnels ?? []).flatMap((node) => rule(node));
      expect([...new Set(found.map(({ code }) => code))]).toEqual([only]);
    }
  },
);
