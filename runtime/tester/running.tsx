import { useState } from "react";
import { type Config, getAllConfigs } from "../api/all-configs.ts";
import { logWarning } from "../core/log.ts";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { visitAtom } from "../state/visit.ts";
import styles from "./panel.module.css";

type Asked =
  | { readonly kind: "asking" }
  | { readonly kind: "failed" }
  | { readonly kind: "told"; readonly configs: readonly Config[] };

/** Every experiment of the brand with its shares, as the server divides its visitors; asked for when opened. */
export function Running() {
  const client = useAtomValue(visitAtom)?.client;
  const [asked, setAsked] = useState<Asked>({ kind: "asking" });
  const ask = async () => {
    if (client === undefined) return;
    setAsked({ kind: "asking" });
    try {
      setAsked({ kind: "told", configs: await getAllConfigs(client) });
    } catch (error) {
      logWarning("asking for the experiments failed", error);
      setAsked({ kind: "failed" });
    }
  };
  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void ask();
      }}
    >
      <summary className={styles.summary}>Experiments of the brand</summary>
      <Answer asked={asked} />
    </details>
  );
}

function Answer({ asked }: { readonly asked: Asked }) {
  if (asked.kind === "asking") return <p>Asking the server …</p>;
  if (asked.kind === "failed") return <p>The server could not be asked.</p>;
  if (asked.configs.length === 0) return <p>None is running.</p>;
  return (
    <dl className={styles.facts}>
      {asked.configs.flatMap(({ variable_block, components }) => [
        <dt key={`${variable_block} name`}>{variable_block}</dt>,
        <dd key={`${variable_block} sides`}>
          {components.map(share).join(", ")}
        </dd>,
      ])}
    </dl>
  );
}

function share({ component, weight }: Config["components"][number]): string {
  return `${component} ${Math.round(weight * 100)}%`;
}
