import { type Answers, answerOf } from "./answers.ts";
import { isRecord, readTexts } from "./read.ts";
import {
  STORE_CONTACT_INFO_AGE_MAX,
  STORE_CONTACT_INFO_EMAIL_MAX,
} from "../../generated/call.ts";
import { SENT_ANSWERS } from "../../generated/privacy.ts";

/** What is known of the person, by field: name, email, gender, age and every utm_* parameter. */
export type Contact = Readonly<Record<string, string>>;

const FIELD = /^(name|email|gender|age|utm_[a-z0-9_]{1,40})$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The longest name that a form takes, in characters; what is stored may be longer. */
export const NAME_LENGTH = 60;

/** Whether a text can be an email address: not too long, one @, a dot behind it. */
export function isEmail(text: string): boolean {
  return text.length <= STORE_CONTACT_INFO_EMAIL_MAX && EMAIL.test(text);
}

/** Reads stored contact fields; unknown fields are left out, anything but a mapping is null. */
export function readContact(value: unknown): Contact | null {
  return isRecord(value) ? readTexts(value, FIELD, 500) : null;
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
