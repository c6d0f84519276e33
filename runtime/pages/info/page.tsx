import type { PageProps } from "../../../generated/names.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Blocks, Inline } from "../../ui/text.tsx";
import styles from "./page.module.css";

export function Page({
  heading,
  text,
  picture,
  alt,
  breaths,
  source,
  button,
}: PageProps["info"]) {
  const { go } = useFlow<"info">();
  const headline = (
    <Heading>
      <Inline text={heading} />
    </Heading>
  );
  return (
    <Screen
      head={
        picture === undefined ? (
          headline
        ) : (
          <Picture
            picture={picture}
            alt={alt}
            eager
            className={
              breaths ? `${styles.picture} ${styles.breaths}` : styles.picture
            }
          />
        )
      }
      action={
        <StickyAction>
          <Button action="continue" onClick={() => go("next")}>
            <Inline text={button} />
          </Button>
        </StickyAction>
      }
    >
      {picture === undefined ? null : (
        <div className={styles.headline}>{headline}</div>
      )}
      {text === undefined ? null : (
        <div className={styles.text}>
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
