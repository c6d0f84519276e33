import type { SectionProps } from "../../../generated/names.ts";
import { Picture } from "../../ui/picture.tsx";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import surface from "../../ui/surface.module.css";
import styles from "./section.module.css";

export function Section({
  heading,
  items,
  note,
}: SectionProps["testimonials"]) {
  return (
    <Block section="testimonials" heading={heading}>
      <ul className={styles.list}>
        {items.map((item, i) => (
          <li key={i}>
            <figure className={`${surface.card} ${styles.quote}`}>
              <blockquote>
                <Inline text={item.quote} />
              </blockquote>
              <figcaption>
                {item.picture === undefined ? null : (
                  <Picture picture={item.picture} />
                )}
                <span>
                  <strong>
                    <Inline text={item.name} />
                  </strong>
                  {item.detail === undefined ? null : (
                    <span className={styles.detail}>
                      <Inline text={item.detail} />
                    </span>
                  )}
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className={`${surface.aligned} ${surface.small} ${styles.note}`}>
        <Inline text={note} />
      </p>
    </Block>
  );
}
