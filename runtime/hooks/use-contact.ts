import { useSetAtom } from "jotai";
import { useCallback } from "react";
import { emailAtom, nameAtom } from "../state/contact.ts";
import { type ContactFields, submitContactAtom } from "../state/outbox.ts";
import { useAtomValue } from "./use-atom-value.ts";

export interface ContactHandle {
  readonly name: string | null;
  readonly email: string | null;
  /** Keeps the fields here first, sends them in the background; resolves once they are kept. */
  submit(fields: ContactFields): Promise<void>;
}

/** What the visitor told about themselves. */
export function useContact(): ContactHandle {
  const name = useAtomValue(nameAtom);
  const email = useAtomValue(emailAtom);
  const keep = useSetAtom(submitContactAtom);
  const submit = useCallback(
    (fields: ContactFields) => {
      keep(fields);
      return Promise.resolve();
    },
    [keep],
  );
  return { name, email, submit };
}
