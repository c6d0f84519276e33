import type { PageProps } from "../../../generated/names.ts";
import { Inline } from "../../ui/text.tsx";
import styles from "./passages.module.css";

/** Words of the product meanwhile, one after another. All stand in one cell, so that a longer one moves nothing. */
export function Passages({
  passages,
  at,
}: {
  passages: NonNullable<PageProps["analyzing"]["passages"]>;
  at: number;
}) {
  const shown = Math.min(passages.length - 1, Math.floor(at * passages.length));
  return (
    <div className={styles.passages}>
      {passages.map((passage, i) => (
        <figure
          key={i}
          className={styles.passage}
          data-shown={i === shown}
          aria-hidden={i !== shown}
        >
          <blockquote>
            <Inline text={passage.text} />
          </blockquote>
          <figcaption>
            <Inline text={passage.from} />
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
