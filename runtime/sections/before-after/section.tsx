import type { SectionProps } from "../../../generated/names.ts";
import { Picture } from "../../ui/picture.tsx";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import { Mark } from "../mark.tsx";
import styles from "./section.module.css";

type Side = SectionProps["before-after"]["before"];

export function Section({
  heading,
  before,
  after,
}: SectionProps["before-after"]) {
  return (
    <Block section="before-after" heading={heading}>
      <div className={styles.sides}>
        <SideOf side={before} mark="cross" />
        <SideOf side={after} mark="check" />
      </div>
    </Block>
  );
}

function SideOf({ side, mark }: { side: Side; mark: "cross" | "check" }) {
  return (
    <div className={styles.side} data-mark={mark}>
      {side.picture === undefined ? null : (
        <Picture picture={side.picture} size="half" />
      )}
      <h3 className={styles.label}>
        <Inline text={side.label} />
      </h3>
      <ul className={styles.list}>
        {side.items.map((item, i) => (
          <li key={i}>
            <Mark sign={mark} />
            <span>
              <Inline text={item} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
