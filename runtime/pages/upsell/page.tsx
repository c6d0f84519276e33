import type { PageProps } from "../../../generated/names.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { OneTap } from "../../offer/one-tap.tsx";

export function Page(props: PageProps["upsell"]) {
  const { go } = useFlow<"upsell">();
  return <OneTap offer={props} onDecline={() => go("decline")} />;
}
