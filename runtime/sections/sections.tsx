import type { ComponentType, JSX } from "react";
import type {
  Section,
  SectionId,
  SectionProps,
} from "../../generated/names.ts";
import { useShown } from "../hooks/use-shown.ts";
import { sections } from "./registry.ts";
import styles from "./sections.module.css";

/**
 * The blocks of a long page, without those whose condition does not hold or whose answers are missing; what is urgent
 * comes first.
 */
export function Sections({ items }: { items: readonly Section[] }) {
  const isShown = useShown();
  return (
    <div className={styles.sections}>
      {[
        ...items.filter(isUrgent),
        ...items.filter((one) => !isUrgent(one)),
      ].map((item, i) =>
        isShown(item) ? <One key={i} id={item.section} item={item} /> : null,
      )}
    </div>
  );
}

/** Whether a section tells somebody in danger whom to call. */
export function isUrgent(item: Section): boolean {
  return "urgent" in item && (item.urgent ?? false);
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
