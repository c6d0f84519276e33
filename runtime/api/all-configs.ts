import type { AllConfigs } from "../../generated/api.ts";
import { isAllConfigs } from "../../generated/readers/all-configs.ts";
import type { Client } from "./client.ts";
import { understood } from "./nonsense.ts";

/** An experiment with its sides and their shares of the visitors, 0 to 1. */
export type Config = AllConfigs["answer"]["configs"][number];

/** Every experiment of the brand. */
export async function getAllConfigs(
  client: Client,
): Promise<readonly Config[]> {
  const answer = await client("/ab/all-configs", { repeatable: true });
  return understood(isAllConfigs, answer).configs;
}
