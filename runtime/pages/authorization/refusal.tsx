import type { Text } from "../../../generated/contract.ts";
import type { AuthorizationHandle } from "../../hooks/use-authorization.ts";
import { useBrand } from "../../hooks/use-page.ts";
import { Icon } from "../../ui/icon.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./refusal.module.css";

/** Why the visitor is still here, and whom to ask. */
export function Refusal({
  status,
  unknown,
}: Pick<AuthorizationHandle, "status"> & { unknown: Text }) {
  const { supportEmail } = useBrand().project;
  const refused = status === "unknown" || status === "failed";
  return (
    <div role="alert">
      {refused ? (
        <p className={styles.refusal}>
          <Icon name="alert" className={styles.sign} />
          <span>
            {status === "unknown" ? (
              <Inline text={unknown} />
            ) : (
              "We could not ask just now. Please try again in a moment."
            )}{" "}
            A person answers at{" "}
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
          </span>
        </p>
      ) : null}
    </div>
  );
}
