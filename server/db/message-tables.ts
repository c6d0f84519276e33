/** Tables of what is told to the outside, and by mail. */
import type { ColumnType } from "kysely";
import type { Json } from "./json.ts";

/** What is to be told to the outside. */
export interface OutboxTable {
  message_id: string;
  kind: string;
  payload: Json<Record<string, unknown>>;
  created_at: Date;
  /** In the order of all messages, from 1; null until somebody has looked. */
  place: Place | null;
  /** Whose visit it is about; null for what is told of orders, and for messages of earlier versions. */
  session_id: ColumnType<
    string | null,
    string | null | undefined,
    string | null
  >;
}

/** PostgreSQL's `bigint`: a string from a server, a number from the embedded database. */
type Place = ColumnType<string | number, string | number, string | number>;

/** How far somebody who is told of messages has come. */
export interface ReceiverTable {
  name: string;
  place: Place;
  seen_at: Date;
}

/** By such a link in a mail, its reader asks for no more of its kind. */
export interface UnsubscribeTable {
  /** SHA-256 of the token in the link; the token itself is nowhere. */
  token_digest: string;
  /** Whose mails. */
  brand: string;
  /** `email:` and the digest of it. */
  holder: string;
  /** The mail that it stands in; each try of the mail has a link of its own. */
  mail_id: string;
  /** The message that the mail is about; null where an operator had it sent again, and for mails of earlier versions. */
  message_id: ColumnType<
    string | null,
    string | null | undefined,
    string | null
  >;
  made_at: Date;
  /** null: it was not used. */
  used_at: Date | null;
}

/** What was sent by mail, so that nothing is sent twice. */
export interface MailTable {
  mail_id: string;
  sent_at: Date;
  /** The mail that an operator had sent once more by this one. */
  again_of: ColumnType<string | null, string | null | undefined, string | null>;
}
