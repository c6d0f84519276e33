import type { PageProps } from "../../../generated/names.ts";
import { ActionLink } from "../../ui/action-link.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Screen } from "../../ui/screen.tsx";
import { Inline } from "../../ui/text.tsx";
import surface from "../../ui/surface.module.css";
import styles from "./page.module.css";

export function Page({
  heading,
  text,
  picture,
  alt,
  button,
}: PageProps["not-found"]) {
  return (
    <Screen
      head={
        <Heading size="display">
          <Inline text={heading} />
        </Heading>
      }
    >
      <p className={`${surface.aligned} ${styles.text}`}>
        <Inline text={text} />
      </p>
      <ActionLink href="/">
        <Inline text={button} />
      </ActionLink>
      {picture === undefined ? null : (
        <Picture
          picture={picture}
          alt={alt}
          eager
          isDrawing
          className={`${surface.framed} ${styles.picture}`}
        />
      )}
    </Screen>
  );
}
