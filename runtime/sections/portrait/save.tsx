import { useState, type RefObject } from "react";
import type { Text } from "../../../generated/contract.ts";
import { logError } from "../../core/log.ts";
import { useBrand } from "../../hooks/use-page.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Inline } from "../../ui/text.tsx";
import styles from "./section.module.css";

/** Hands the drawing to the visitor as a picture: to an app of theirs, or as a file. It is sent to nobody else. */
export function Save(props: {
  label: Text;
  drawing: RefObject<SVGSVGElement | null>;
}) {
  const { label, drawing } = props;
  const { name } = useBrand().project;
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const save = async () => {
    setState("busy");
    try {
      // Few ask for it.
      const { keepPicture } = await import("./keep-picture.ts");
      await keepPicture(drawing.current, name);
      setState("idle");
    } catch (error) {
      logError("the picture could not be made", error);
      setState("failed");
    }
  };
  return (
    <div className={styles.save}>
      <Button
        look="text"
        pending={state === "busy"}
        onClick={() => void save()}
      >
        <Inline text={label} />
      </Button>
      <Alert>
        {state === "failed"
          ? "This browser could not make the picture. A screenshot shows the same."
          : null}
      </Alert>
    </div>
  );
}
