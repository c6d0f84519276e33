import type { SectionProps } from "../../../generated/names.ts";
import { useCondition } from "../../hooks/use-condition.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import { Mark } from "../mark.tsx";
import styles from "./section.module.css";

type Item = SectionProps["bullets"]["items"][number];

export function Section({ heading, items, mark }: SectionProps["bullets"]) {
  const holds = useCondition();
  const shown = items.map(pointOf).filter(({ when }) => holds(when ?? null));
  if (shown.length === 0) return null;
  return (
    <Block section="bullets" heading={heading}>
      <ul className={styles.list}>
        {shown.map(({ text }, i) => (
          <li key={i}>
            <Mark sign={mark} />
            <span>
              <Inline text={text} />
            </span>
          </li>
        ))}
      </ul>
    </Block>
  );
}

function pointOf(item: Item) {
  return typeof item === "object" && "text" in item
    ? item
    : { text: item, when: null };
}
