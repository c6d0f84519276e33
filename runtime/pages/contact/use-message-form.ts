import { typedEmail } from "../../contact/email.ts";
import { type RefObject, useRef, useState } from "react";
import { type EmailEntry, useEmail } from "../../contact/use-email.ts";
import { useContact } from "../../hooks/use-contact.ts";
import { type MessageHandle, useMessage } from "../../hooks/use-message.ts";
import { useDoneBefore } from "../../ui/done-before.ts";
import { type Faults, faultsOf, tidy, type Words } from "./faults.ts";

/** A message while it is written. */
export interface MessageForm extends Words {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly email: EmailEntry;
  readonly faults: Faults;
  readonly tried: boolean;
  readonly status: MessageHandle["status"];
  type(change: Partial<Words>): void;
  submit(): void;
}

const NO_FAULTS: Faults = { name: null, message: null };

export function useMessageForm(): MessageForm {
  const contact = useContact();
  const { status, send } = useMessage();
  const root = useRef<HTMLDivElement>(null);
  const email = useEmail(contact.email);
  const [typed, setTyped] = useState<Partial<Words>>({});
  const [tried, setTried] = useState(false);
  const words: Words = {
    name: typed.name ?? contact.name ?? "",
    message: typed.message ?? "",
  };
  const faults = faultsOf(words);
  useDoneBefore(root, (div) => {
    const { email: before, ...others } = readFields(div);
    setTyped(others);
    if (before !== undefined) email.type(before);
  });
  const submit = () => {
    if (status === "pending") return;
    setTried(true);
    const isRight =
      email.fault === null && faults.name === null && faults.message === null;
    if (isRight && !email.hold())
      send({ ...tidy(words), email: typedEmail(email.value) });
  };
  return {
    ...words,
    root,
    email,
    faults: tried ? faults : NO_FAULTS,
    tried,
    status,
    type: (change) => setTyped((before) => ({ ...before, ...change })),
    submit,
  };
}

const FIELDS = ["name", "email", "message"] as const;

/** What stood in the fields before the page came alive. */
function readFields(
  root: HTMLElement,
): Partial<Record<(typeof FIELDS)[number], string>> {
  const given = FIELDS.flatMap((name) => {
    const field = root.querySelector(`[name=${name}]`);
    const isField =
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    return isField && field.value !== "" ? [[name, field.value]] : [];
  });
  return Object.fromEntries(given);
}
