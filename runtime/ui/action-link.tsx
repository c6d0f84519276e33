import type { ReactNode } from "react";
import type { Address } from "../../generated/names.ts";
import { Icon } from "./icon.tsx";
import styles from "./button.module.css";

/** A link in a button's clothes to another page of the brand, which gets to know where the visitor came from. */
export function ActionLink({
  href,
  look = "primary",
  action,
  children,
}: {
  href: Address;
  look?: "primary" | "secondary";
  action?: "continue";
  children: ReactNode;
}) {
  return (
    <a
      className={styles[look]}
      href={href}
      data-action={action}
      onClick={({ currentTarget: link }) => {
        // The markup is the same for all; the query is this visitor's.
        if (link.search === "") link.search = location.search;
      }}
    >
      <span className={styles.words}>{children}</span>
      {look === "primary" ? (
        <Icon name="forward" className={styles.arrow} />
      ) : null}
    </a>
  );
}
