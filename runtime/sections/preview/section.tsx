import type { SectionProps } from "../../../generated/names.ts";
import { usePreview } from "../../hooks/use-preview.ts";
import { Picture } from "../../ui/picture.tsx";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import surface from "../../ui/surface.module.css";
import styles from "./section.module.css";

/** What was made for this visitor, if it is there already; it may still come while the page is open. */
export function Section({
  picture,
  caption,
  example,
}: SectionProps["preview"]) {
  const { src } = usePreview();
  const words = src === null ? example : caption;
  return (
    <Block section="preview">
      <figure className={styles.wall}>
        {src === null ? (
          <Picture className={styles.print} picture={picture} />
        ) : (
          <img className={styles.print} src={src} alt="Your own print" />
        )}
        {words === undefined ? null : (
          <figcaption className={`${surface.small} ${styles.caption}`}>
            <Inline text={words} />
          </figcaption>
        )}
      </figure>
    </Block>
  );
}
