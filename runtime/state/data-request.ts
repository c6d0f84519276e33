import { atom } from "jotai";
import { FetchError } from "ofetch";
import { askForData, type DataRequest } from "../api/data-request.ts";
import { logWarning } from "../core/log.ts";
import { visitAtom } from "./visit.ts";

/** What became of asking; `too-often`: somebody has asked for this email several times within the hour. */
export type DataAsked = "sent" | "failed" | "too-often";

/** Asks the server to send a link to the visitor's email. */
export const askForDataAtom = atom(
  null,
  async (get, _set, request: DataRequest): Promise<DataAsked> => {
    const visit = get(visitAtom);
    if (visit === null) return "failed";
    try {
      await askForData(visit.client, request);
      return "sent";
    } catch (error) {
      logWarning("asking for a visitor's data failed", error);
      return error instanceof FetchError && error.status === 429
        ? "too-often"
        : "failed";
    }
  },
);
