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

/** One screen for all that becomes of the picture: its headline keeps the focus while the words in it change. */
export function Page(props: Props) {
  const { kind, src, again } = usePreview();
  const isUnderWay = kind === "unknown" || kind === "working";
  const { heading, text } =
    kind === "ready"
      ? { heading: props.done, text: props.text }
      : isUnderWay
        ? { heading: props.heading, text: undefined }
        : WORDS[kind];
  useOwnPicture(src !== null);
  return (
    <Screen
      head={
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
      }
      action={
        isUnderWay ? null : (
          <StickyAction>
            {kind === "ready" ? (
              <Onward button={props.button} />
            ) : (
              <Ways kind={kind} skip={props.skip} again={again} />
            )}
          </StickyAction>
        )
      }
    >
      {isUnderWay ? (
        <Developing stages={props.stages} />
      ) : (
        <p role="status" className="sr-only">
          <Inline text={heading} />
        </p>
      )}
      {src === null ? null : <Finished src={src} save={props.save} />}
    </Screen>
  );
}

function Onward({ button }: Pick<Props, "button">) {
  const { go } = useFlow<"generate">();
  return (
    <Button action="continue" onClick={() => go("next")}>
      <Inline text={button} />
    </Button>
  );
}

function Finished({ src, save }: { src: string; save: Props["save"] }) {
  return (
    <>
      <div className={styles.room}>
        <img
          className={`${surface.framed} ${styles.picture}`}
          src={src}
          alt="Your own print"
        />
      </div>
      {save === undefined ? null : (
        <a className={styles.save} href={src} download="picture.jpg">
          <Inline text={save} />
        </a>
      )}
    </>
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
function Ways({
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
    <div className={styles.ways}>
      {words.again === null ? null : (
        <Button
          onClick={() => {
            // This button goes away; what becomes of the picture stands in the headline.
            document.querySelector<HTMLElement>("h1")?.focus();
            again();
          }}
        >
          {words.again}
        </Button>
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
  );
}
