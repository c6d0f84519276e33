import type { SectionProps } from "../../../generated/names.ts";
import { useAnswerLabel } from "../../hooks/use-answer.ts";
import { useHydrated } from "../../hooks/use-hydrated.ts";
import { Inline } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import styles from "./section.module.css";

type Item = SectionProps["recap"]["items"][number];

export function Section({ heading, items }: SectionProps["recap"]) {
  return (
    <Block section="recap" heading={heading} as="card">
      <dl className={styles.list}>
        {items.map((item, i) => (
          <Row key={i} item={item} />
        ))}
      </dl>
    </Block>
  );
}

/** A question the visitor's way did not pass through leaves no row; until answers are back, every row keeps its place. */
function Row({ item }: { item: Item }) {
  const answer = useAnswerLabel(item.question);
  const hydrated = useHydrated();
  if (answer === null && hydrated) return null;
  return (
    <div>
      <dt>
        <Inline text={item.label} />
      </dt>
      <dd data-personal="">{answer ?? "…"}</dd>
    </div>
  );
}
