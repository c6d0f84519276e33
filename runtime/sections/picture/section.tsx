import type { SectionProps } from "../../../generated/names.ts";
import { Picture } from "../../ui/picture.tsx";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import surface from "../../ui/surface.module.css";
import styles from "./section.module.css";

export function Section({ picture, alt, caption }: SectionProps["picture"]) {
  return (
    <Block section="picture">
      <figure>
        <Picture className={surface.framed} picture={picture} alt={alt} />
        {caption === undefined ? null : (
          <figcaption
            className={`${surface.aligned} ${surface.small} ${styles.caption}`}
          >
            <Inline text={caption} />
          </figcaption>
        )}
      </figure>
    </Block>
  );
}
