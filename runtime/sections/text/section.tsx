import type { SectionProps } from "../../../generated/names.ts";
import { Blocks } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import surface from "../../ui/surface.module.css";

export function Section({ heading, text }: SectionProps["text"]) {
  return (
    <Block section="text" heading={heading} className={surface.aligned}>
      <Blocks markdown={text} />
    </Block>
  );
}
