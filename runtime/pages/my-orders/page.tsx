import type { PageProps } from "../../../generated/names.ts";
import { LinkRequest } from "../../contact/link-request.tsx";

export function Page({ heading, text, button, sent }: PageProps["my-orders"]) {
  return (
    <LinkRequest
      heading={heading}
      text={text}
      sent={sent}
      choices={[{ wanted: "orders", label: button }]}
    />
  );
}
