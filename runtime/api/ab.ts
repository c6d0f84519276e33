import {
  type AbConfiguration,
  readAbConfiguration,
} from "../core/ab-configuration.ts";
import type { Client } from "./client.ts";
import { swallowed } from "./logged.ts";
import { NonsenseError } from "./nonsense.ts";

/** Which side the visitor is on; the device that the spec's `X-Device-ID` names goes with every call. */
export async function getAbConfiguration(
  client: Client,
): Promise<AbConfiguration> {
  const path = "/ab/visitor-app-configuration";
  return sideOf(await client(path, { repeatable: true }));
}

/**
 * Tells which side was shown, and whether somebody has chosen it; the answer is the one that the server keeps. A failure
 * is logged: null (spec 8).
 */
export function updateAbConfiguration(
  client: Client,
  shown: AbConfiguration,
  forced = false,
): Promise<AbConfiguration | null> {
  return swallowed("updating the AB configuration failed", async () => {
    const path = "/ab/visitor-app-configuration/update";
    const body = forced ? { forced } : {};
    return sideOf(await post(client, path, shown, body));
  });
}

/** Counts a conversion, once however often it is sent. A failure is logged and not rethrown (spec 8). */
export async function processConversion(
  client: Client,
  configuration: AbConfiguration,
): Promise<void> {
  await swallowed("processing the conversion failed", () =>
    post(client, "/ab/process-conversion", configuration),
  );
}

/** An answer that names no side is as good as none. */
function sideOf(answer: unknown): AbConfiguration {
  const side = readAbConfiguration(answer);
  if (side === null) throw new NonsenseError("the answer names no side");
  return side;
}

function post(
  client: Client,
  path: string,
  { variable_block, component }: AbConfiguration,
  more: object = {},
): Promise<unknown> {
  const body = { variable_block, component, ...more };
  return client(path, { method: "POST", body, repeatable: true });
}
