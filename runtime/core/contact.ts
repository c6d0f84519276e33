import { type Answers, answerOf } from "./answers.ts";
import { isRecord, readTexts } from "./read.ts";

export const CONTACT_KEY = "visitor-contact-info";

/** What is known of the person, by field: name, email, gender, age and every utm_* parameter. */
export type Contact = Readonly<Record<string, string>>;

const FIELD = /^(name|email|gender|age|utm_[a-z0-9_]{1,40})$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Whether a text can be an email address: at most 254 characters, one @, a dot behind it. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text);
}

/** Reads stored contact fields; unknown fields are left out, anything but a mapping is null. */
export function readContact(value: unknown): Contact | null {
  return isRecord(value) ? readTexts(value, FIELD, 500) : null;
}

/** Gender and age are kept with the contact, so that they survive the server's answers (spec 3). */
export function contactFromAnswers(answers: Answers): Contact {
  const known = ["gender", "age"].flatMap((field) => {
    const answer = answerOf(answers, field);
    return answer === null ? [] : [[field, String(answer).slice(0, 60)]];
  });
  return Object.fromEntries(known);
}
