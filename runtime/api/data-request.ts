import type { AskForData } from "../../generated/api.ts";
import { isAskForData } from "../../generated/readers/ask-for-data.ts";
import type { Client } from "./client.ts";
import { understood } from "./nonsense.ts";

export type DataRequest = AskForData["body"];

/** Asks for a link to a copy of what is kept, to its deletion, or to what was ordered. Each call may send a mail, so none is repeated. */
export async function askForData(
  client: Client,
  request: DataRequest,
): Promise<void> {
  const answer = await client("/visitor/ask-for-data", {
    method: "POST",
    body: request,
    repeatable: false,
  });
  understood(isAskForData, answer);
}
