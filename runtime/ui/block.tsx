import { useId, type ReactNode } from "react";
import type { Text } from "../../generated/contract.ts";
import type { SectionId } from "../../generated/names.ts";
import { Inline } from "./text.tsx";
import surface from "./surface.module.css";
import styles from "./block.module.css";

/** The frame that all sections share: a region named by its headline, when it has one. */
export function Block(props: {
  section: SectionId;
  heading?: Text | undefined;
  /** `card` stands off the page in the brand's way; `plain` lies on it; `opening` too, with no rule above it. */
  as?: "plain" | "card" | "opening";
  className?: string | undefined;
  children: ReactNode;
}) {
  const { section, heading, as = "plain", className, children } = props;
  const id = useId();
  return (
    <section
      className={[
        styles.block,
        as === "card" ? surface.card : undefined,
        as === "card" ? styles.card : undefined,
        as === "opening" ? styles.opening : undefined,
        className,
      ]
        .filter((name) => name !== undefined)
        .join(" ")}
      data-section={section}
      aria-labelledby={heading === undefined ? undefined : id}
    >
      {heading === undefined ? null : (
        <h2 id={id} className={styles.heading}>
          <Inline text={heading} />
        </h2>
      )}
      {children}
    </section>
  );
}
