import type { PageProps } from "../../../generated/names.ts";
import { useBack } from "../../hooks/use-back.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useOwnPicture } from "../../hooks/use-own-picture.ts";
import { type PreviewHandle, usePreview } from "../../hooks/use-preview.ts";
import surface from "../../ui/surface.module.css";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Lead, Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import { Developing } from "./developing.tsx";
import styles from "./page.module.css";

type Props = PageProps["generate"];

export function Page(props: Props) {
  const preview = usePreview();
  const { kind, src } = preview;
  if (kind === "ready") return <Finished props={props} src={src} />;
  if (kind === "unknown" || kind === "working") return <Working {...props} />;
  return <Trouble kind={kind} skip={props.skip} again={preview.again} />;
}

function Working({ heading, stages }: Props) {
  return (
    <Screen
      head={
        <Heading>
          <Inline text={heading} />
        </Heading>
      }
    >
      <Developing stages={stages} />
    </Screen>
  );
}

function Finished({ props, src }: { props: Props; src: string | null }) {
  const { go } = useFlow<"generate">();
  useOwnPicture(src !== null);
  return (
    <Screen
      head={
        <>
          <Heading>
            <Inline text={props.done} />
          </Heading>
          {props.text === undefined ? null : (
            <Lead>
              <Inline text={props.text} />
            </Lead>
          )}
        </>
      }
      action={
        <StickyAction>
          <Button action="continue" onClick={() => go("next")}>
            <Inline text={props.button} />
          </Button>
        </StickyAction>
      }
    >
      <p role="status" className="sr-only">
        <Inline text={props.done} />
      </p>
      {src === null ? null : (
        <img
          className={`${surface.framed} ${styles.picture}`}
          src={src}
          alt="Your own print"
        />
      )}
      {props.save === undefined || src === null ? null : (
        <a className={styles.save} href={src} download="picture.jpg">
          <Inline text={props.save} />
        </a>
      )}
    </Screen>
  );
}

type Trouble = Exclude<PreviewHandle["kind"], "unknown" | "working" | "ready">;

const WORDS: Readonly<
  Record<Trouble, { heading: string; text: string; again: string | null }>
> = {
  none: {
    heading: "There is no photo yet",
    text: "Add one, and your picture is made in a minute.",
    again: null,
  },
  failed: {
    heading: "This picture did not work out",
    text: "It was not your fault. Another photo often does it.",
    again: null,
  },
  overdue: {
    heading: "It takes longer than usual",
    text: "Your picture is still in the queue. You can wait, or go on and find it here later.",
    again: "Keep waiting",
  },
  lost: {
    heading: "We could not reach your picture",
    text: "What you sent has arrived. Check your connection, then try again.",
    again: "Try again",
  },
};

/** Whatever went wrong: once more, another photo, or on without. */
function Trouble({
  kind,
  skip,
  again,
}: {
  kind: Trouble;
  skip: Props["skip"];
  again: () => void;
}) {
  const { go } = useFlow<"generate">();
  const { back, canGoBack } = useBack();
  const words = WORDS[kind];
  return (
    <Screen
      head={
        <>
          <Heading>{words.heading}</Heading>
          <Lead>{words.text}</Lead>
        </>
      }
      action={
        <StickyAction>
          <div className={styles.ways}>
            {words.again === null ? null : (
              <Button onClick={again}>{words.again}</Button>
            )}
            {canGoBack ? (
              <Button
                look={words.again === null ? "primary" : "secondary"}
                action="back"
                onClick={back}
              >
                {kind === "none" ? "Add a photo" : "Use another photo"}
              </Button>
            ) : null}
            <Button look="text" action="continue" onClick={() => go("next")}>
              <Inline text={skip} />
            </Button>
          </div>
        </StickyAction>
      }
    >
      <p role="status" className="sr-only">
        {words.heading}
      </p>
    </Screen>
  );
}
