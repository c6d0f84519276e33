import type { VisitorInfo as Answered } from "../../generated/api.ts";
import type { Contact } from "./contact.ts";
import { isRecord, own, readText } from "./read.ts";
import {
  STORE_CONTACT_INFO_EMAIL_MAX,
  STORE_CONTACT_INFO_NAME_MAX,
} from "../../generated/call.ts";
import { SENT_ANSWERS } from "../../generated/privacy.ts";

/** The call that start-up waits for, below the API's base. */
export const VISITOR_INFO = "/visitor/visitor-info";

/** What the server answers about the visitor. */
export type ServerVisitor = Answered["answer"];
type ContactInfo = ServerVisitor["contact_info"];

const FIELDS = [
  "email",
  "name",
  "gender",
  "age",
  "sign_up",
] as const satisfies readonly (keyof ContactInfo)[];

/** The persisted visitor info (spec 3). */
export interface VisitorInfo {
  /** Null until the server has answered. */
  readonly visitor_id: string | null;
  readonly is_new_visitor: boolean;
  readonly contact_info: ContactInfo;
  readonly external_referrer: string | null;
  readonly fbclid: string | null;
  /** What the visitor gave in this visit, until the server has confirmed it. */
  readonly session: {
    readonly email: string | null;
    readonly name: string | null;
  } | null;
}

export const NO_VISITOR: VisitorInfo = {
  visitor_id: null,
  is_new_visitor: true,
  contact_info: {},
  external_referrer: null,
  fbclid: null,
  session: null,
};

/** Reads the stored visitor info; null when it makes no sense. */
export function readVisitorInfo(value: unknown): VisitorInfo | null {
  if (!isRecord(value)) return null;
  const { session } = value;
  return {
    visitor_id: readText(value["visitor_id"], 200),
    is_new_visitor: value["is_new_visitor"] !== false,
    contact_info: readContactInfo(value["contact_info"]) ?? {},
    external_referrer: readText(value["external_referrer"]),
    fbclid: readText(value["fbclid"]),
    session: isRecord(session)
      ? {
          email: readText(session["email"], STORE_CONTACT_INFO_EMAIL_MAX),
          name: readText(session["name"], STORE_CONTACT_INFO_NAME_MAX),
        }
      : null,
  };
}

/** Takes the server's answer over; gender and age, which are kept here, are merged back (spec 3). */
export function withServer(
  visitor: VisitorInfo,
  answer: ServerVisitor,
  contact: Contact,
): VisitorInfo {
  const local = SENT_ANSWERS.flatMap((field) => {
    const value = own(contact, field);
    return value === undefined ? [] : [[field, value]];
  });
  const contact_info = { ...answer.contact_info, ...Object.fromEntries(local) };
  return { ...visitor, ...answer, contact_info };
}

function readContactInfo(value: unknown): ContactInfo | null {
  if (!isRecord(value)) return null;
  const known = FIELDS.flatMap((field) => {
    const text = readText(value[field], 500);
    return text === null || text === "" ? [] : [[field, text]];
  });
  return Object.fromEntries(known);
}
