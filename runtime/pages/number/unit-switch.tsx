import type { System } from "./measure.ts";
import styles from "./page.module.css";

const SYSTEMS = ["metric", "imperial"] as const;

export function UnitSwitch({
  name,
  labels,
  system,
  onChoose,
}: {
  name: string;
  labels: Readonly<Record<System, string>>;
  system: System;
  onChoose: (system: System) => void;
}) {
  return (
    <fieldset className={styles.units}>
      <legend className="sr-only">Unit</legend>
      {SYSTEMS.map((candidate) => (
        <label key={candidate} className={styles.system}>
          <input
            className={styles.control}
            type="radio"
            name={name}
            value={candidate}
            checked={candidate === system}
            onChange={() => onChoose(candidate)}
          />
          {labels[candidate]}
        </label>
      ))}
    </fieldset>
  );
}
