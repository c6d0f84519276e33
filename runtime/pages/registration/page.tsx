import type { PageProps } from "../../../generated/names.ts";
import { EmailField } from "../../contact/email-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Lead, Screen } from "../../ui/screen.tsx";
import { ActionBelow, StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import { NAME_LENGTH } from "../../../generated/person-name.ts";
import surface from "../../ui/surface.module.css";
import { Consent } from "./consent.tsx";
import styles from "./page.module.css";
import { useRegistration } from "./use-registration.ts";

export function Page(props: PageProps["registration"]) {
  const form = useRegistration(props);
  const { root, draft, faults, type } = form;
  // Of two fields, the second and what is said below it would lie under a button at the foot of the screen.
  const Action = props.fields.length > 1 ? ActionBelow : StickyAction;
  return (
    <Form onSubmit={form.submit}>
      <Screen
        head={<Head {...props} />}
        action={
          <Action>
            <Button type="submit" action="submit" pending={form.pending}>
              <Inline text={props.button} />
            </Button>
            <p
              className={`${surface.aligned} ${surface.small} ${styles.privacy}`}
            >
              <Inline text={props.privacy} />
            </p>
          </Action>
        }
      >
        <div ref={root} className={styles.fields}>
          {props.fields.map((field) =>
            field === "email" ? (
              <EmailField key={field} email={form.email} tried={form.tried} />
            ) : (
              <Field
                key={field}
                label="First name"
                name="name"
                autoComplete="given-name"
                autoCapitalize="words"
                enterKeyHint="next"
                maxLength={NAME_LENGTH}
                value={draft.name}
                error={faults.name}
                onChange={(event) => type({ name: event.currentTarget.value })}
              />
            ),
          )}
          {props.consent === undefined ? null : (
            <Consent
              text={props.consent}
              checked={draft.consent}
              error={faults.consent}
              onChange={(consent) => type({ consent })}
            />
          )}
        </div>
      </Screen>
    </Form>
  );
}

function Head({ heading, text, picture, alt }: PageProps["registration"]) {
  return (
    <>
      {picture === undefined ? null : (
        <Picture picture={picture} alt={alt} eager className={styles.picture} />
      )}
      <Heading>
        <Inline text={heading} />
      </Heading>
      {text === undefined ? null : (
        <Lead>
          <Inline text={text} />
        </Lead>
      )}
    </>
  );
}
