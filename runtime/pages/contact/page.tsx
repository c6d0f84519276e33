import type { Text } from "../../../generated/contract.ts";
import type { PageProps } from "../../../generated/names.ts";
import { EmailField } from "../../contact/email-field.tsx";
import { useBrand } from "../../hooks/use-page.ts";
import surface from "../../ui/surface.module.css";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Lead, Screen } from "../../ui/screen.tsx";
import { Sent } from "../../ui/sent.tsx";
import { Inline } from "../../ui/text.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import styles from "./page.module.css";
import { type MessageForm, useMessageForm } from "./use-message-form.ts";
import { STORE_CONTACT_INFO_MESSAGE_MAX } from "../../../generated/call.ts";
import { NAME_LENGTH } from "../../../generated/person-name.ts";

export function Page({ heading, text, button, sent }: PageProps["contact"]) {
  const form = useMessageForm();
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
          <Direct />
        </>
      }
    >
      {form.status === "sent" ? (
        <Sent text={sent} />
      ) : (
        <Writing form={form} button={button} />
      )}
    </Screen>
  );
}

/** The same person, without a form. */
function Direct() {
  const { supportEmail } = useBrand().project;
  return (
    <p className={`${surface.aligned} ${surface.small} ${styles.direct}`}>
      By email: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </p>
  );
}

function Writing({ form, button }: { form: MessageForm; button: Text }) {
  const { root, email, name, message, faults, type, status } = form;
  return (
    <Form onSubmit={form.submit}>
      <div ref={root} className={styles.fields}>
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          maxLength={NAME_LENGTH}
          value={name}
          error={faults.name}
          onChange={(event) => type({ name: event.currentTarget.value })}
        />
        <EmailField email={email} tried={form.tried} enterKeyHint="next" />
        <TextArea
          label="Message"
          name="message"
          maxLength={STORE_CONTACT_INFO_MESSAGE_MAX}
          value={message}
          error={faults.message}
          onChange={(event) => type({ message: event.currentTarget.value })}
        />
        <Alert>
          {status === "failed" ? (
            <>
              <strong>Your message has not arrived.</strong> It still stands
              here: try again, or send it by email.
            </>
          ) : null}
        </Alert>
        <Button type="submit" action="submit" pending={status === "pending"}>
          <Inline text={button} />
        </Button>
      </div>
    </Form>
  );
}
