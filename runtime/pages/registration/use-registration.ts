import { useRef, useState } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { useEmail } from "../../contact/use-email.ts";
import { useContact } from "../../hooks/use-contact.ts";
import { draftsOf, useDraft } from "../../hooks/use-draft.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useLeft } from "../../hooks/use-left.ts";
import { useDoneBefore } from "../../ui/done-before.ts";
import {
  check,
  type Draft,
  entryOf,
  type Faults,
  firstFault,
} from "./check.ts";

const NO_FAULTS: Faults = { name: null, email: null, consent: null };

type Typed = Partial<Omit<Draft, "email">>;

const drafts = draftsOf<Typed>();

/** The form's state: what was typed over what is known, and what it says about it. */
export function useRegistration(props: PageProps["registration"]) {
  const contact = useContact();
  const { go } = useFlow<"registration">();
  const root = useRef<HTMLDivElement>(null);
  const sent = useRef(false);
  const email = useEmail(contact.email);
  const [typed, setTyped] = useDraft(drafts);
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);

  const draft: Draft = {
    name: typed?.name ?? contact.name ?? "",
    email: email.value,
    consent: typed?.consent ?? false,
  };
  useDoneBefore(root, (div) => {
    const { email: before, ...others } = readInputs(div);
    setTyped(others);
    if (before !== undefined) email.type(before);
  });

  useLeft(() => {
    sent.current = false;
    setPending(false);
  });
  const onward = () => {
    setTyped(null);
    email.forget();
    go("next");
  };
  const submit = () => {
    if (sent.current) return;
    setTried(true);
    const fault = firstFault(check(draft, props), props.fields);
    if (fault !== null)
      return root.current
        ?.querySelector<HTMLElement>(`[name="${fault}"]`)
        ?.focus();
    if (props.fields.includes("email") && email.hold()) return;
    sent.current = true;
    setPending(true);
    // The entry is kept and retried by the hook; whatever happens to the call, the visitor goes on.
    void contact.submit(entryOf(draft, props.fields)).then(onward, onward);
  };
  return {
    root,
    draft,
    email,
    faults: tried ? check(draft, props) : NO_FAULTS,
    tried,
    pending,
    type: (change: Typed) => setTyped({ ...typed, ...change }),
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
