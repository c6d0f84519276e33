import { useState } from "react";
import type {
  Picture as PictureFile,
  Text,
} from "../../../generated/contract.ts";
import type { PageProps } from "../../../generated/names.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Screen } from "../../ui/screen.tsx";
import { ActionBelow, StickyAction } from "../../ui/sticky-action.tsx";
import { Blocks, Inline } from "../../ui/text.tsx";
import help from "../../ui/urgent.module.css";
import styles from "./page.module.css";

export function Page({
  heading,
  text,
  picture,
  alt,
  breaths,
  source,
  urgent = false,
  button,
}: PageProps["info"]) {
  const { go } = useFlow<"info">();
  const headline = (
    <Heading>
      <Inline text={heading} />
    </Heading>
  );
  const way = (
    <Button action="continue" onClick={() => go("next")}>
      <Inline text={button} />
    </Button>
  );
  return (
    <Screen
      head={
        picture === undefined ? (
          headline
        ) : breaths ? (
          <Breathing picture={picture} alt={alt} />
        ) : (
          <Picture
            picture={picture}
            alt={alt}
            eager
            className={styles.picture}
          />
        )
      }
      action={
        urgent ? (
          <ActionBelow>{way}</ActionBelow>
        ) : (
          <StickyAction>{way}</StickyAction>
        )
      }
    >
      {picture === undefined ? null : (
        <div className={styles.headline}>{headline}</div>
      )}
      {text === undefined ? null : (
        <div className={urgent ? `${styles.text} ${help.urgent}` : styles.text}>
          <Blocks markdown={text} />
        </div>
      )}
      {source === undefined ? null : (
        <p className={styles.source}>
          <Inline text={source} />
        </p>
      )}
    </Screen>
  );
}

/** It moves for half a minute beside words to read, so it can be stopped (WCAG 2.2.2). */
function Breathing({
  picture,
  alt,
}: {
  picture: PictureFile;
  alt: Text | undefined;
}) {
  const [held, hold] = useState(false);
  return (
    <div data-held={held}>
      <Picture
        picture={picture}
        alt={alt}
        eager
        className={`${styles.picture} ${styles.breaths}`}
      />
      <button
        type="button"
        className={styles.hold}
        aria-pressed={held}
        onClick={() => hold(!held)}
      >
        Hold the picture still
      </button>
    </div>
  );
}
