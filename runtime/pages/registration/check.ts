import { isBlank } from "../../core/blank.ts";
import type { PageProps } from "../../../generated/names.ts";
import { emailFault, typedEmail } from "../../contact/email.ts";

type Props = PageProps["registration"];
export type FieldId = Props["fields"][number];
export type Draft = { readonly [F in FieldId]: string } & {
  readonly consent: boolean;
};
export type Faults = { readonly [F in FieldId | "consent"]: string | null };

/** What of the page's props the form goes by. */
export interface Asked {
  readonly fields: readonly FieldId[];
  readonly consent?: Props["consent"];
}

/** What is wrong with the form, field by field; null where nothing is. */
export function check(draft: Draft, { fields, consent }: Asked): Faults {
  return {
    name:
      fields.includes("name") && isBlank(draft.name)
        ? "Enter your first name."
        : null,
    email: fields.includes("email") ? emailFault(draft.email) : null,
    consent:
      consent !== undefined && !draft.consent
        ? "Tick the box, then we can go on."
        : null,
  };
}

/** The first thing to put right, in the order of the form. */
export function firstFault(
  faults: Faults,
  fields: readonly FieldId[],
): FieldId | "consent" | null {
  const field = fields.find((each) => faults[each] !== null);
  return field ?? (faults.consent === null ? null : "consent");
}

/** What is sent: only the fields that were asked for, tidied. */
export function entryOf(
  draft: Draft,
  fields: readonly FieldId[],
): { name?: string; email?: string } {
  const entry: { name?: string; email?: string } = {};
  if (fields.includes("name"))
    entry.name = draft.name.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (fields.includes("email")) entry.email = typedEmail(draft.email);
  return entry;
}
