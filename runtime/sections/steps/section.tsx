import type { SectionProps } from "../../../generated/names.ts";
import { useCondition } from "../../hooks/use-condition.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import styles from "./section.module.css";

export function Section({ heading, items }: SectionProps["steps"]) {
  const holds = useCondition();
  const shown = items.filter(({ when }) => holds(when ?? null));
  if (shown.length === 0) return null;
  return (
    <Block section="steps" heading={heading}>
      <ol className={styles.list}>
        {shown.map((item, i) => (
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
