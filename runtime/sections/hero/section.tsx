import type { SectionProps } from "../../../generated/names.ts";
import { Picture } from "../../ui/picture.tsx";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import surface from "../../ui/surface.module.css";
import styles from "./section.module.css";

export function Section({ heading, text, picture, alt }: SectionProps["hero"]) {
  return (
    <Block
      section="hero"
      heading={heading}
      as="opening"
      className={styles.hero}
    >
      {text === undefined ? null : (
        <p className={`${surface.aligned} ${styles.text}`}>
          <Inline text={text} />
        </p>
      )}
      {picture === undefined ? null : (
        <Picture className={surface.framed} picture={picture} alt={alt} />
      )}
    </Block>
  );
}
