import type { PageProps } from "../../../generated/names.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { Sections } from "../../sections/sections.tsx";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Lead, Screen } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";

export function Page({ heading, text, sections, button }: PageProps["report"]) {
  const { go } = useFlow<"report">();
  return (
    <Screen
      head={
        <>
          <Heading>
            <Inline text={heading} />
          </Heading>
          {text === undefined ? null : (
            <Lead>
              <Inline text={text} />
            </Lead>
          )}
        </>
      }
      action={
        <StickyAction>
          <Button action="continue" onClick={() => go("next")}>
            <Inline text={button} />
          </Button>
        </StickyAction>
      }
    >
      <Sections items={sections} />
    </Screen>
  );
}
