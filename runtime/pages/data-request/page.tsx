import { typedEmail } from "../../contact/email.ts";
import { useRef, useState } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { EmailField } from "../../contact/email-field.tsx";
import { useEmail } from "../../contact/use-email.ts";
import { useContact } from "../../hooks/use-contact.ts";
import {
  type DataRequestHandle,
  useDataRequest,
} from "../../hooks/use-data-request.ts";
import { useBrand } from "../../hooks/use-page.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { useDoneBefore } from "../../ui/done-before.ts";
import { Form } from "../../ui/form.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Lead, Screen } from "../../ui/screen.tsx";
import { Sent } from "../../ui/sent.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./page.module.css";

type Props = PageProps["data-request"];

export function Page({ heading, text, copy, erase, sent }: Props) {
  const { status, ask } = useDataRequest();
  const [asked, setAsked] = useState("");
  return (
    <Screen
      head={
        <>
          <Heading size="display">
            <Inline text={heading} />
          </Heading>
          {text === undefined ? null : (
            <Lead>
              <Inline text={text} />
            </Lead>
          )}
        </>
      }
    >
      {status === "sent" ? (
        <Sent text={sent} email={asked} />
      ) : (
        <Asking
          status={status}
          ask={(request) => {
            setAsked(request.email);
            ask(request);
          }}
          copy={copy}
          erase={erase}
        />
      )}
    </Screen>
  );
}

function Asking({
  status,
  ask,
  copy,
  erase,
}: DataRequestHandle & Pick<Props, "copy" | "erase">) {
  const email = useEmail(useContact().email);
  const [tried, setTried] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  // Set by the button that is pressed, before the form is sent; Return presses the first one.
  const wanted = useRef<"export" | "erase">("export");
  const isPending = status === "pending";
  useDoneBefore(root, (div) => {
    const before = div.querySelector("input")?.value ?? "";
    if (before !== "") email.type(before);
  });
  const submit = () => {
    if (isPending) return;
    setTried(true);
    if (email.fault === null && !email.hold())
      ask({ email: typedEmail(email.value), wanted: wanted.current });
  };
  const want = (what: "export" | "erase") => () => {
    wanted.current = what;
  };
  return (
    <Form onSubmit={submit}>
      <div ref={root} className={styles.fields}>
        <EmailField email={email} tried={tried} />
        <Refusal status={status} />
        <Button
          type="submit"
          action="submit"
          pending={isPending}
          onClick={want("export")}
        >
          <Inline text={copy} />
        </Button>
        <Button
          type="submit"
          look="secondary"
          pending={isPending}
          onClick={want("erase")}
        >
          <Inline text={erase} />
        </Button>
      </div>
    </Form>
  );
}

/** Why nothing was sent, and whom to ask. */
function Refusal({ status }: Pick<DataRequestHandle, "status">) {
  const { supportEmail } = useBrand().project;
  if (status !== "failed" && status !== "too-often")
    return <Alert>{null}</Alert>;
  return (
    <Alert>
      {status === "failed"
        ? "We could not ask just now. Please try again in a moment."
        : "This was asked for several times already. Look into your mailbox, or try again in an hour."}{" "}
      A person answers at <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
    </Alert>
  );
}
