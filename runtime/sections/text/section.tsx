import type { SectionProps } from "../../../generated/names.ts";
import { Blocks } from "../../ui/text.tsx";
import { Block } from "../../ui/block.tsx";
import help from "../../ui/urgent.module.css";
import surface from "../../ui/surface.module.css";

export function Section({ heading, text, urgent }: SectionProps["text"]) {
  const look = urgent ? `${surface.aligned} ${help.urgent}` : surface.aligned;
  return (
    <Block section="text" heading={heading} className={look}>
      <Blocks markdown={text} />
    </Block>
  );
}
