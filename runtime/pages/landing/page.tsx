import type { ReactNode } from "react";
import { addressIn } from "../../../generated/address.ts";
import type { PageProps } from "../../../generated/names.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useStep } from "../../hooks/use-page.ts";
import { Sections } from "../../sections/sections.tsx";
import surface from "../../ui/surface.module.css";
import { ActionLink } from "../../ui/action-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Lead } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./page.module.css";

export function Page(props: PageProps["landing"]) {
  const { heading, text, picture, alt, sections, button } = props;
  return (
    <div className={styles.landing}>
      <div className={styles.pitch}>
        <div>
          <Heading size="display">
            <Inline text={heading} />
          </Heading>
          {text === undefined ? null : (
            <Lead>
              <Inline text={text} />
            </Lead>
          )}
        </div>
        <div className={styles.action}>
          <StickyAction>
            <Onward>
              <Inline text={button} />
            </Onward>
          </StickyAction>
        </div>
      </div>
      <div className={styles.story}>
        {picture === undefined ? null : (
          <Picture
            className={`${surface.framed} ${styles.picture}`}
            picture={picture}
            alt={alt}
            eager
          />
        )}
        {sections === undefined ? null : (
          <div className={styles.sections}>
            <Sections items={sections} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Into the quiz: the next step of this funnel, or another page of the brand. */
function Onward({ children }: { children: ReactNode }) {
  const { go } = useFlow<"landing">();
  const [edge] = useStep().edges;
  if (edge !== undefined) {
    const address = addressIn(edge.to);
    if (address !== null)
      return (
        <ActionLink href={address} action="continue">
          {children}
        </ActionLink>
      );
  }
  return (
    <Button action="continue" onClick={() => go("next")}>
      {children}
    </Button>
  );
}
