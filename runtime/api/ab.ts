import type { AllConfigs } from "../../generated/api.ts";
import {
  type AbConfiguration,
  readAbConfiguration,
} from "../core/ab-configuration.ts";
import { isRecord, readNumber, readText } from "../core/read.ts";
import type { Client } from "./client.ts";
import { swallowed } from "./logged.ts";
import { understood } from "./nonsense.ts";

/** An experiment with its sides and their shares of the visitors, 0 to 1. */
export type Config = AllConfigs["answer"]["configs"][number];

/** Which side the visitor is on; the device that the spec's `X-Device-ID` names goes with every call. */
export async function getAbConfiguration(
  client: Client,
): Promise<AbConfiguration> {
  const path = "/ab/visitor-app-configuration";
  return understood(
    readAbConfiguration,
    await client(path, { repeatable: true }),
  );
}

/** Tells which side was shown; the answer is the one that the server keeps. A failure is logged: null (spec 8). */
export function updateAbConfiguration(
  client: Client,
  shown: AbConfiguration,
): Promise<AbConfiguration | null> {
  return swallowed("updating the AB configuration failed", async () => {
    const path = "/ab/visitor-app-configuration/update";
    return understood(readAbConfiguration, await post(client, path, shown));
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

/** Every experiment of the brand. */
export async function getAllConfigs(
  client: Client,
): Promise<readonly Config[]> {
  const answer = await client("/ab/all-configs", { repeatable: true });
  return understood(readConfigs, answer);
}

function post(
  client: Client,
  path: string,
  { variable_block, component }: AbConfiguration,
): Promise<unknown> {
  const body = { variable_block, component };
  return client(path, { method: "POST", body, repeatable: true });
}

function readConfigs(value: unknown): readonly Config[] | null {
  return isRecord(value) ? readAll(value["configs"], readConfig) : null;
}

function readConfig(value: unknown): Config | null {
  if (!isRecord(value)) return null;
  const variable_block = readText(value["variable_block"]);
  const components = readAll(value["components"], readShare);
  if (variable_block === null || components === null) return null;
  return { variable_block, components };
}

function readShare(value: unknown): Config["components"][number] | null {
  if (!isRecord(value)) return null;
  const component = readText(value["component"]);
  const weight = readNumber(value["weight"]);
  return component === null || weight === null ? null : { component, weight };
}

/** A list, all of whose items make sense. */
function readAll<T>(
  value: unknown,
  read: (item: unknown) => T | null,
): T[] | null {
  if (!Array.isArray(value)) return null;
  const items = value.map(read);
  return items.every((item) => item !== null) ? items : null;
}
