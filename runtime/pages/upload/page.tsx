import type { PageProps } from "../../../generated/names.ts";
import { useText } from "../../hooks/use-text.ts";
import surface from "../../ui/surface.module.css";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice, choicesClass } from "../../ui/choice.tsx";
import { Form } from "../../ui/form.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Lead, Screen } from "../../ui/screen.tsx";
import { ActionBelow, StickyAction } from "../../ui/sticky-action.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { Inline } from "../../ui/text.tsx";
import { PhotoFrame } from "./frame.tsx";
import styles from "./page.module.css";
import { useUpload } from "./use-upload.ts";
import { PRE_REG_DATA_PROMPT_MAX } from "../../../generated/call.ts";

type Props = PageProps["upload"];
type Upload = Omit<ReturnType<typeof useUpload>, "root" | "submit">;

export function Page(props: Props) {
  const { root, submit, ...upload } = useUpload(props);
  const { way, src, fault, reading, choose, isSending } = upload;
  return (
    <Form onSubmit={submit}>
      <Screen
        head={<Head {...props} />}
        wide
        action={<Send props={props} upload={upload} />}
      >
        <div ref={root} className={styles.form}>
          {way === "words" && props.prompt !== undefined ? (
            <Words prompt={props.prompt} upload={upload} />
          ) : (
            <>
              <PhotoFrame
                src={src}
                fault={fault}
                reading={reading}
                isSending={isSending}
                onChoose={choose}
              />
              <Styles props={props} upload={upload} />
            </>
          )}
          <Aside props={props} upload={upload} />
        </div>
      </Screen>
    </Form>
  );
}

function Head({ heading, text }: Props) {
  return (
    <>
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

function Styles({ props, upload }: { props: Props; upload: Upload }) {
  return (
    <fieldset>
      <legend className={styles.ask}>
        <Inline text={props.ask} />
      </legend>
      <div className={choicesClass("pictures")}>
        {props.styles.map((style) => (
          <Choice
            key={style.value}
            type={props.max === 1 ? "radio" : "checkbox"}
            name="style"
            option={style}
            checked={upload.picked.includes(style.value)}
            onChange={() => upload.pick(style.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Words({
  prompt,
  upload,
}: {
  prompt: NonNullable<Props["prompt"]>;
  upload: Upload;
}) {
  const plain = useText();
  return (
    <TextArea
      label={<Inline text={prompt.label} />}
      name="prompt"
      rows={4}
      maxLength={PRE_REG_DATA_PROMPT_MAX}
      placeholder={
        prompt.example === undefined ? undefined : plain(prompt.example)
      }
      error={null}
      value={upload.words}
      onChange={(event) => upload.write(event.currentTarget.value)}
    />
  );
}

/** The other way, and the small print. */
function Aside({ props, upload }: { props: Props; upload: Upload }) {
  const { way, turn, isSending } = upload;
  return (
    <div>
      {props.prompt === undefined || isSending ? null : (
        <Button look="text" onClick={turn}>
          {way === "words" ? (
            "Use a photo"
          ) : (
            <Inline text={props.prompt.offer} />
          )}
        </Button>
      )}
      <p className={`${surface.aligned} ${surface.small}`}>
        <Inline text={props.privacy} />
      </p>
    </div>
  );
}

function Send({ props, upload }: { props: Props; upload: Upload }) {
  const { share, refusal, why, isSending, way, src } = upload;
  // Nothing is sent without a photo, which is chosen further up.
  const Action = way !== "words" && src === null ? ActionBelow : StickyAction;
  return (
    <Action>
      {share !== null ? (
        <div className={styles.sending}>
          <p role="status">{share < 1 ? "Sending" : "Sent, one moment"}</p>
          <progress
            className={styles.bar}
            aria-label="Sent"
            value={share}
            max={1}
          />
        </div>
      ) : null}
      <Alert>{refusal}</Alert>
      <Button type="submit" action="submit" pending={isSending} why={why}>
        <Inline text={props.button} />
      </Button>
    </Action>
  );
}
