import type { PageProps } from "../../../generated/names.ts";
import { ActionLink } from "../../ui/action-link.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Lead, Screen } from "../../ui/screen.tsx";
import { Inline } from "../../ui/text.tsx";

export function Page({ heading, text, button }: PageProps["not-found"]) {
  return (
    <Screen
      head={
        <>
          <Heading size="display">
            <Inline text={heading} />
          </Heading>
          <Lead>
            <Inline text={text} />
          </Lead>
        </>
      }
    >
      <ActionLink href="/">
        <Inline text={button} />
      </ActionLink>
    </Screen>
  );
}
