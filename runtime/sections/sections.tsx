import type { ComponentType, JSX } from "react";
import type {
  Section,
  SectionId,
  SectionProps,
} from "../../generated/names.ts";
import { useCondition } from "../hooks/use-condition.ts";
import { sections } from "./registry.ts";
import styles from "./sections.module.css";

/** The blocks of a long page, without those whose condition does not hold. */
export function Sections({ items }: { items: readonly Section[] }) {
  const holds = useCondition();
  return (
    <div className={styles.sections}>
      {items.map((item, i) =>
        holds(item.when) ? <One key={i} id={item.section} item={item} /> : null,
      )}
    </div>
  );
}

function One<S extends SectionId>({
  id,
  item,
}: {
  id: S;
  item: JSX.IntrinsicAttributes & SectionProps[S];
}) {
  const Component: ComponentType<SectionProps[S]> = sections[id];
  return <Component {...item} />;
}
