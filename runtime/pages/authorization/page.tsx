import { typedEmail } from "../../contact/email.ts";
import { useRef, useState } from "react";
import type { PageProps } from "../../../generated/names.ts";
import { EmailField } from "../../contact/email-field.tsx";
import { useEmail } from "../../contact/use-email.ts";
import { useAuthorization } from "../../hooks/use-authorization.ts";
import { useContact } from "../../hooks/use-contact.ts";
import { ActionLink } from "../../ui/action-link.tsx";
import { Button } from "../../ui/button.tsx";
import { useDoneBefore } from "../../ui/done-before.ts";
import { Form } from "../../ui/form.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Lead } from "../../ui/screen.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./page.module.css";
import { Refusal } from "./refusal.tsx";

type Props = PageProps["authorization"];

export function Page(props: Props) {
  const { layout, button, unknown, quiz } = props;
  const email = useEmail(useContact().email);
  const { status, authorize } = useAuthorization();
  const [tried, setTried] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useDoneBefore(root, (div) => {
    const before = div.querySelector("input")?.value ?? "";
    if (before !== "") email.type(before);
  });
  const submit = () => {
    if (status === "pending") return;
    setTried(true);
    if (email.fault === null && !email.hold())
      authorize(typedEmail(email.value));
  };
  return (
    <div className={styles.page} data-layout={layout}>
      <Words {...props} />
      <div ref={root} className={styles.panel}>
        <Form onSubmit={submit}>
          <div className={styles.entry}>
            <EmailField email={email} tried={tried} />
            <Button
              type="submit"
              action="submit"
              pending={status === "pending"}
            >
              <Inline text={button} />
            </Button>
          </div>
          <Refusal status={status} unknown={unknown} />
        </Form>
        {quiz === undefined ? null : (
          <div className={styles.quiz}>
            <ActionLink look="secondary" action="continue" href={quiz.href}>
              <Inline text={quiz.label} />
            </ActionLink>
          </div>
        )}
      </div>
    </div>
  );
}

function Words({ heading, text, picture, alt }: Props) {
  return (
    <div className={styles.words}>
      {picture === undefined ? null : (
        <Picture className={styles.picture} picture={picture} alt={alt} eager />
      )}
      <div className={styles.said}>
        <Heading size="display">
          <Inline text={heading} />
        </Heading>
        {text === undefined ? null : (
          <Lead>
            <Inline text={text} />
          </Lead>
        )}
      </div>
    </div>
  );
}
