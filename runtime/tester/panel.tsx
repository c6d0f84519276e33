import { useStore } from "jotai";
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { routeOf } from "../../generated/address.ts";
import type { Brand, CurrencyRule, Funnel } from "../../generated/contract.ts";
import { currencyFor } from "../core/currency.ts";
import { variantOf, withVariant } from "../core/experiments.ts";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { addressesOf, decodePath } from "../screen/addresses.ts";
import { experimentsStored } from "../state/experiments.ts";
import { forcedGeoAtom, geoAtom } from "../state/geo.ts";
import { forcedGeo, keepForcedGeo, placeOf } from "./forced-place.ts";
import { Jump } from "./jump.tsx";
import { Running } from "./running.tsx";
import { clearVisitor, storedState } from "./stored-state.ts";
import styles from "./panel.module.css";

interface PanelProps {
  readonly brand: Brand;
  readonly funnel: Funnel;
}

/** What a tester sees and can force (decisions: tester mode). */
export function TesterPanel({ brand, funnel }: PanelProps) {
  return (
    <details className={styles.panel} data-tester>
      <summary className={styles.summary}>Tester</summary>
      <Where brand={brand} funnel={funnel} />
      <Jump funnel={funnel} />
      <Variants funnel={funnel} />
      <Running />
      <Currency rules={brand.currencies} />
      <Stored />
      <button type="button" onClick={() => clearVisitor()} data-tester-clear>
        Clear the visitor
      </button>
    </details>
  );
}

function Where({ brand, funnel }: PanelProps) {
  const { pathname } = useLocation();
  const found = addressesOf(funnel).get(decodePath(pathname));
  const route =
    found === undefined ? "/?" : routeOf(found.mount, found.step.pattern);
  return (
    <dl className={styles.facts}>
      <dt>Brand</dt>
      <dd>{brand.id}</dd>
      <dt>Funnel</dt>
      <dd>{funnel.id}</dd>
      <dt>Route</dt>
      <dd>{route}</dd>
      <dt>Page</dt>
      <dd>{found === undefined ? "not found" : found.step.page}</dd>
    </dl>
  );
}

function Variants({ funnel }: Pick<PanelProps, "funnel">) {
  const experiments = useAtomValue(experimentsStored.state);
  const store = useStore();
  return funnel.experiments.map((name) => (
    <label key={name} className={styles.field}>
      {name}
      <select
        value={variantOf(experiments, name) ?? ""}
        onChange={({ target }) => {
          const side = target.value === "B" ? "B" : "A";
          store.set(experimentsStored.state, (known) =>
            withVariant(known, name, side, true),
          );
        }}
      >
        <option>A</option>
        <option>B</option>
      </select>
    </label>
  ));
}

function Currency({ rules }: { readonly rules: readonly CurrencyRule[] }) {
  const store = useStore();
  const { region } = currencyFor(rules, useAtomValue(geoAtom));
  useEffect(() => store.set(forcedGeoAtom, forcedGeo()), [store]);
  return (
    <label className={styles.field}>
      Currency
      <select
        value={region}
        onChange={({ target }) => {
          const rule = rules.find((each) => each.region === target.value);
          const place = rule === undefined ? null : placeOf(rule);
          keepForcedGeo(place);
          store.set(forcedGeoAtom, place);
        }}
      >
        {rules.map((rule) => (
          <option key={rule.region} value={rule.region}>
            {`${rule.code} (${rule.region})`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Read anew whenever it is asked for: much of it changes without the panel. */
function Stored() {
  const [text, setText] = useState("");
  return (
    <details onToggle={() => setText(storedState())}>
      <summary className={styles.summary}>Stored state</summary>
      <pre className={styles.stored}>{text}</pre>
    </details>
  );
}
