import { ROOT } from "../compiler/testing/root.ts";
import { expect, test } from "vitest";
import { readEnv } from "../server/env.ts";
import { exampleNames } from "../compiler/walk/sandbox-server.ts";

/** Read by the build alone. */
const OF_BUILD = ["AI_API_HOST", "OFFLINE", "TESTER_CODE_SHA256"];

test(".env.example lists exactly the variables that are read, each once", () => {
  const read = new Set(OF_BUILD);
  readEnv(
    new Proxy<Record<string, string | undefined>>(
      {},
      {
        get: (_, name) => {
          read.add(String(name));
          return undefined;
        },
      },
    ),
  );
  expect(exampleNames(ROOT).toSorted()).toEqual([...read].toSorted());
});
