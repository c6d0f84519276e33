import type { ComponentType, JSX } from "react";
import type {
  Section,
  SectionId,
  SectionProps,
} from "../../generated/names.ts";
import { useShown } from "../hooks/use-shown.ts";
import { sections } from "./registry.ts";
import styles from "./sections.module.css";

/** The blocks of a long page, without those whose condition does not hold or whose answers are missing. */
export function Sections({ items }: { items: readonly Section[] }) {
  const isShown = useShown();
  return (
    <div className={styles.sections}>
      {items.map((item, i) =>
        isShown(item) ? <One key={i} id={item.section} item={item} /> : null,
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
