import type { SectionProps } from "../../../generated/names.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../block.tsx";
import styles from "./section.module.css";

export function Section({ heading, items }: SectionProps["steps"]) {
  return (
    <Block section="steps" heading={heading}>
      <ol className={styles.list}>
        {items.map((item, i) => (
          <li key={i}>
            <strong>
              <Inline text={item.title} />
            </strong>
            {item.text === undefined ? null : (
              <p>
                <Inline text={item.text} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </Block>
  );
}
