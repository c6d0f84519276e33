import type { SectionProps } from "../../../generated/names.ts";
import { Blocks, Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import styles from "./section.module.css";

export function Section({ heading, items }: SectionProps["faq"]) {
  return (
    <Block section="faq" heading={heading}>
      <div>
        {items.map((item, i) => (
          <details key={i} className={styles.item}>
            <summary>
              <span>
                <Inline text={item.q} />
              </span>
              <span className={styles.sign} aria-hidden="true" />
            </summary>
            <div className={styles.answer}>
              <Blocks markdown={item.a} />
            </div>
          </details>
        ))}
      </div>
    </Block>
  );
}
