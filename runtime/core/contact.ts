import { type Answers, answerOf } from "./answers.ts";
import { isRecord, readTexts } from "./read.ts";
import {
  STORE_CONTACT_INFO_AGE_MAX,
  STORE_CONTACT_INFO_EMAIL_MAX,
} from "../../generated/call.ts";
import { EMAIL } from "../../generated/email-form.ts";
import { SENT_ANSWERS } from "../../generated/privacy.ts";

/** What is known of the person, by field: name, email, gender, age and every utm_* parameter. */
export type Contact = Readonly<Record<string, string>>;

/** What a utm_* parameter is called, in whatever spelling it was sent; control characters are in no name. */
export const UTM_NAME = /^[uU][tT][mM][_-][^\p{Cc}]{1,96}$/u;
const FIELD = new RegExp(`^(?:name|email|gender|age)$|${UTM_NAME.source}`, "u");

/** The longest contact field, in characters: what the server takes of each. */
export const CONTACT_FIELD_MAX = 1_024;
/** Names and values of all utm_* parameters together, in characters: their contact fits the server's 100,000 bytes. */
const UTM_CHARACTERS_MAX = 20_000;

/** Whether a text can be an email address: not too long, one @, a dot behind it. */
export function isEmail(text: string): boolean {
  return text.length <= STORE_CONTACT_INFO_EMAIL_MAX && EMAIL.test(text);
}

/** Reads stored contact fields; unknown fields are left out, anything but a mapping is null. */
export function readContact(value: unknown): Contact | null {
  return isRecord(value) ? readTexts(value, FIELD, CONTACT_FIELD_MAX) : null;
}

/** A contact with the utm_* parameters of a new arrival in the place of those before; the last ones are left out first. */
export function withUtm(
  known: Contact,
  utm: Readonly<Record<string, string>>,
): Contact {
  let room = UTM_CHARACTERS_MAX;
  return Object.fromEntries([
    ...Object.entries(known).filter(([name]) => !UTM_NAME.test(name)),
    ...Object.entries(utm).filter(([name, value]) => {
      room -= name.length + value.length;
      return room >= 0;
    }),
  ]);
}

/** Gender and age are kept with the contact, so that they survive the server's answers (spec 3). */
export function contactFromAnswers(answers: Answers): Contact {
  const known = SENT_ANSWERS.flatMap((field) => {
    const answer = answerOf(answers, field);
    if (answer === null) return [];
    return [[field, String(answer).slice(0, STORE_CONTACT_INFO_AGE_MAX)]];
  });
  return Object.fromEntries(known);
}
