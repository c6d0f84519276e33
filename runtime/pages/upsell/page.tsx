import type { PageProps } from "../../../generated/names.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { OneProduct } from "../one-product.tsx";

export function Page(props: PageProps["upsell"]) {
  const { go } = useFlow<"upsell">();
  return <OneProduct offer={props} onDecline={() => go("decline")} />;
}
