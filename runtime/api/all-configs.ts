import type { AllConfigs } from "../../generated/api.ts";
import { isRecord, readNumber, readText } from "../core/read.ts";
import type { Client } from "./client.ts";
import { understood } from "./nonsense.ts";

/** An experiment with its sides and their shares of the visitors, 0 to 1. */
export type Config = AllConfigs["answer"]["configs"][number];

/** Every experiment of the brand. */
export async function getAllConfigs(
  client: Client,
): Promise<readonly Config[]> {
  const answer = await client("/ab/all-configs", { repeatable: true });
  return understood(readConfigs, answer);
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
