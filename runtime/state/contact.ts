import { atom } from "jotai";
import { type Contact, readContact } from "../core/contact.ts";
import { own } from "../core/read.ts";
import { stored } from "./stored.ts";
import { visitorStored } from "./visitor.ts";
import { CONTACT_KEY } from "../core/storage-keys.ts";

export const contactStored = stored<Contact>({
  key: () => CONTACT_KEY,
  read: readContact,
  empty: {},
});

/** What is known of the person: what they gave here, else what the server knows of this session. */
export const contactAtom = atom((get): Contact => {
  const { name, email } = get(visitorStored.state).contact_info;
  const given = get(contactStored.state);
  return { ...(name && { name }), ...(email && { email }), ...given };
});

export const nameAtom = atom((get) => own(get(contactAtom), "name") ?? null);
export const emailAtom = atom((get) => own(get(contactAtom), "email") ?? null);
