import type { SectionProps } from "../../../generated/names.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import styles from "./section.module.css";

export function Section({ heading, items }: SectionProps["numbers"]) {
  return (
    <Block section="numbers" heading={heading}>
      <dl className={styles.list}>
        {items.map((item, i) => (
          <div key={i}>
            <dt>
              <Inline text={item.label} />
            </dt>
            <dd>
              <Inline text={item.value} />
            </dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}
