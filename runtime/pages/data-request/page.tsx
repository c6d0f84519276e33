import type { PageProps } from "../../../generated/names.ts";
import { LinkRequest } from "../../contact/link-request.tsx";

export function Page({
  heading,
  text,
  copy,
  erase,
  sent,
}: PageProps["data-request"]) {
  return (
    <LinkRequest
      heading={heading}
      text={text}
      sent={sent}
      choices={[
        { wanted: "export", label: copy },
        { wanted: "erase", label: erase },
      ]}
    />
  );
}
