import { useRef, useState } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { useContact } from "../../hooks/use-contact.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useDoneBefore } from "../../ui/done-before.ts";
import {
  check,
  type Draft,
  entryOf,
  type Faults,
  firstFault,
} from "./check.ts";
import { suggestEmail } from "./email.ts";

const NO_FAULTS: Faults = { name: null, email: null, consent: null };

/** The form's state: what was typed over what is known, and what it says about it. */
export function useRegistration(props: PageProps["registration"]) {
  const contact = useContact();
  const { go } = useFlow();
  const root = useRef<HTMLDivElement>(null);
  const sent = useRef(false);
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  // The addresses that a better spelling was shown for, and that a submission was held back for.
  const [left, setLeft] = useState<string | null>(null);
  const [held, setHeld] = useState<string | null>(null);

  const draft: Draft = {
    name: typed.name ?? contact.name ?? "",
    email: typed.email ?? contact.email ?? "",
    consent: typed.consent ?? false,
  };
  useDoneBefore(root, (div) => setTyped(readInputs(div)));

  const type = (change: Partial<Draft>) =>
    setTyped((before) => ({ ...before, ...change }));
  const slip = (email: string) =>
    props.fields.includes("email") ? suggestEmail(email) : null;
  const onward = () => go("next");
  const submit = () => {
    if (sent.current) return;
    setTried(true);
    const fault = firstFault(check(draft, props), props.fields);
    if (fault !== null)
      return root.current
        ?.querySelector<HTMLElement>(`[name="${fault}"]`)
        ?.focus();
    if (slip(draft.email) !== null && held !== draft.email)
      return setHeld(draft.email);
    sent.current = true;
    setPending(true);
    // The entry is kept and retried by the hook; whatever happens to the call, the visitor goes on.
    void contact.submit(entryOf(draft, props.fields)).then(onward, onward);
  };
  return {
    root,
    draft,
    faults: tried ? check(draft, props) : NO_FAULTS,
    pending,
    suggestion:
      draft.email === left || draft.email === held ? slip(draft.email) : null,
    held: draft.email === held,
    type,
    leave: () => setLeft(draft.email),
    submit,
  };
}

/** What stood in the fields before the page came alive. */
function readInputs(root: HTMLElement): Partial<Draft> {
  const found: { name?: string; email?: string; consent?: boolean } = {};
  for (const input of root.querySelectorAll("input")) {
    if (input.name === "consent") found.consent = input.checked;
    else if (
      (input.name === "name" || input.name === "email") &&
      input.value !== ""
    )
      found[input.name] = input.value;
  }
  return found;
}
