import { useId } from "react";
import type { Text } from "../../../generated/contract.ts";
import { FieldError } from "../../ui/field.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./consent.module.css";

/** Never ticked beforehand. */
export function Consent(props: {
  text: Text;
  checked: boolean;
  error: string | null;
  onChange: (checked: boolean) => void;
}) {
  const { text, checked, error, onChange } = props;
  const id = useId();
  return (
    <div>
      <label className={styles.label}>
        <input
          className={styles.box}
          type="checkbox"
          name="consent"
          checked={checked}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          <Inline text={text} />
        </span>
      </label>
      {error === null ? null : <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
