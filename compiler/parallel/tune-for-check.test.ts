import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { checkFlags } from "./tune-for-check.ts";

test("the V8 that runs this knows its flags", () => {
  const flags = checkFlags(process.versions.v8);
  const { status, stderr } = spawnSync(process.execPath, [...flags, "-e", ""], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("versions of V8 have flags of their own", () => {
  expect(checkFlags("11.3.244.8-node.33")).toContain(
    "--interrupt-budget=400000",
  );
  for (const version of ["12.4.254.21-node.57", "14.6.202.34-node.34"])
    expect(checkFlags(version)).toContain(
      "--invocation-count-for-turbofan=20000",
    );
});
