import { useEffect, useRef, useState } from "react";
import type { Text } from "../../generated/texts.ts";
import type { DataRequest } from "../api/data-request.ts";
import { useContact } from "../hooks/use-contact.ts";
import {
  type DataRequestHandle,
  useDataRequest,
} from "../hooks/use-data-request.ts";
import { useBrand } from "../hooks/use-page.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { useDoneBefore } from "../ui/done-before.ts";
import { Form } from "../ui/form.tsx";
import { Heading } from "../ui/heading.tsx";
import { Lead, Screen } from "../ui/screen.tsx";
import { Sent } from "../ui/sent.tsx";
import { Inline } from "../ui/text.tsx";
import { typedEmail } from "./email.ts";
import { EmailField } from "./email-field.tsx";
import styles from "./link-request.module.css";
import { useEmail } from "./use-email.ts";

type Wanted = DataRequest["wanted"];

/** What a link can be asked for, and the label of its button. */
type Choices = readonly [Choice, ...Choice[]];
interface Choice {
  readonly wanted: Wanted;
  readonly label: Text;
}

/** A page that has a link sent to whoever shows by it that an email is theirs; the button says what for. */
export function LinkRequest({
  heading,
  text,
  sent,
  choices,
}: {
  readonly heading: Text;
  readonly text: Text | undefined;
  /** What is said afterwards, for every email alike. */
  readonly sent: Text;
  readonly choices: Choices;
}) {
  const { status, ask, reset } = useDataRequest();
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
        <div className={styles.fields}>
          <Sent text={sent} email={asked} />
          <Button look="secondary" onClick={reset}>
            Use another email
          </Button>
        </div>
      ) : (
        <Asking
          status={status}
          isAgain={asked !== ""}
          ask={(request) => {
            setAsked(request.email);
            ask(request);
          }}
          choices={choices}
        />
      )}
    </Screen>
  );
}

function Asking({
  status,
  isAgain,
  ask,
  choices,
}: Pick<DataRequestHandle, "status" | "ask"> & {
  readonly choices: Choices;
  /** Whether a link was asked for before: then the field, with what was typed, takes the focus. */
  readonly isAgain: boolean;
}) {
  const email = useEmail(useContact().email);
  const [tried, setTried] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  // Set by the button that is pressed, before the form is sent; Return presses the first one.
  const wanted = useRef<Wanted>(choices[0].wanted);
  const isPending = status === "pending";
  const takesFocus = useRef(isAgain);
  useEffect(() => {
    if (takesFocus.current) root.current?.querySelector("input")?.focus();
  }, []);
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
  return (
    <Form onSubmit={submit}>
      <div ref={root} className={styles.fields}>
        <EmailField email={email} tried={tried} />
        <Refusal status={status} />
        {choices.map((choice, i) => (
          <Button
            key={choice.wanted}
            type="submit"
            {...(i === 0 ? { action: "submit" } : { look: "secondary" })}
            pending={isPending}
            onClick={() => {
              wanted.current = choice.wanted;
            }}
          >
            <Inline text={choice.label} />
          </Button>
        ))}
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
