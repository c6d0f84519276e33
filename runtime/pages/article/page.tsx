import type { PageProps } from "../../../generated/names.ts";
import { Heading } from "../../ui/heading.tsx";
import { Blocks, Inline } from "../../ui/text.tsx";
import styles from "./page.module.css";

export function Page({ heading, text }: PageProps["article"]) {
  return (
    <article className={styles.article}>
      <Heading size="display">
        <Inline text={heading} />
      </Heading>
      <Blocks markdown={text} />
    </article>
  );
}
