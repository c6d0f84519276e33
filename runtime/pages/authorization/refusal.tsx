import type { Text } from "../../../generated/contract.ts";
import type { AuthorizationHandle } from "../../hooks/use-authorization.ts";
import { useBrand } from "../../hooks/use-page.ts";
import { Alert } from "../../ui/alert.tsx";
import { Inline } from "../../ui/text.tsx";

/** Why the visitor is still here, and whom to ask. */
export function Refusal({
  status,
  unknown,
}: Pick<AuthorizationHandle, "status"> & { unknown: Text }) {
  const { supportEmail } = useBrand().project;
  if (status !== "none" && status !== "failed") return <Alert>{null}</Alert>;
  return (
    <Alert>
      {status === "none" ? (
        <Inline text={unknown} />
      ) : (
        "We could not ask just now. Please try again in a moment."
      )}{" "}
      A person answers at <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
    </Alert>
  );
}
