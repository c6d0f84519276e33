import type { SectionProps } from "../../../generated/names.ts";
import { Blocks } from "../../ui/text.tsx";
import { Block } from "../block.tsx";
import styles from "./section.module.css";

export function Section({ heading, text }: SectionProps["text"]) {
  return (
    <Block section="text" heading={heading} className={styles.text}>
      <Blocks markdown={text} />
    </Block>
  );
}
