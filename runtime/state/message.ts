import { atom } from "jotai";
import { storeVisitorContacts } from "../api/visitor.ts";
import { logWarning } from "../core/log.ts";
import { receiveVisitorAtom } from "./load-visitor.ts";
import { bodyOf, contactSourceAtom, pageOf } from "./outbox.ts";
import { visitAtom } from "./visit.ts";

export interface Message {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/** The last message and its event: sent again, as it is, it is stored once. */
const lastAtom = atom<{ readonly text: string; readonly id: string } | null>(
  null,
);

/** Sends a message to the brand; whether it has arrived. */
export const sendMessageAtom = atom(
  null,
  async (get, set, fields: Message): Promise<boolean> => {
    const visit = get(visitAtom);
    if (visit === null) return false;
    const text = JSON.stringify(fields);
    const last = get(lastAtom);
    const id = last?.text === text ? last.id : visit.uuid();
    set(lastAtom, { text, id });
    try {
      const { visitor_info } = await storeVisitorContacts(
        visit.client,
        bodyOf({ event_id: id, fields: { ...fields }, page: pageOf(visit) }),
        get(contactSourceAtom)(visit),
      );
      set(receiveVisitorAtom, visitor_info);
      return true;
    } catch (error) {
      logWarning("sending a message failed", error);
      return false;
    }
  },
);
