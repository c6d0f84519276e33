import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { processConversion, updateAbConfiguration } from "./ab.ts";
import { offline, SIDE } from "../testing/calls.ts";
import type { Client } from "./client.ts";

const error = vi.spyOn(console, "error");
beforeEach(() => void error.mockImplementation(() => undefined));
afterEach(() => error.mockReset());

test("conversion processing and updating the visitor configuration are logged, not rethrown", async () => {
  await expect(processConversion(offline, SIDE)).resolves.toBeUndefined();
  await expect(updateAbConfiguration(offline, SIDE)).resolves.toBeNull();
  expect(error.mock.calls).toEqual([
    ["processing the conversion failed", "TypeError"],
    ["updating the AB configuration failed", "TypeError"],
  ]);
});

test("a configuration and a conversion go out as variable_block and component, and nothing else", async () => {
  const sent: unknown[] = [];
  const client: Client = (path, { method, body: json, repeatable }) => {
    sent.push([path, method, json, repeatable]);
    return Promise.resolve({ ...SIDE, component: "A" });
  };
  const stored = { ...SIDE, more: "x" };
  expect(await updateAbConfiguration(client, stored)).toEqual({
    ...SIDE,
    component: "A",
  });
  await processConversion(client, stored);
  expect(sent).toEqual([
    ["/ab/visitor-app-configuration/update", "POST", SIDE, true],
    ["/ab/process-conversion", "POST", SIDE, true],
  ]);
});
