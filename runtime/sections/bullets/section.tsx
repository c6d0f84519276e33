import type { SectionProps } from "../../../generated/names.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../block.tsx";
import { Mark } from "../mark.tsx";
import styles from "./section.module.css";

export function Section({ heading, items, mark }: SectionProps["bullets"]) {
  return (
    <Block section="bullets" heading={heading}>
      <ul className={styles.list}>
        {items.map((item, i) => (
          <li key={i}>
            <Mark sign={mark} />
            <span>
              <Inline text={item} />
            </span>
          </li>
        ))}
      </ul>
    </Block>
  );
}
