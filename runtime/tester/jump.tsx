import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Funnel } from "../../generated/contract.ts";
import { ADDRESSES } from "../../generated/delivery.ts";
import { logWarning } from "../core/log.ts";
import { SECRET_PARAMETERS, without } from "../core/query.ts";
import { isRecord } from "../core/read.ts";
import { useAtomValue } from "../hooks/use-atom-value.ts";
import { addressesOf, decodePath } from "../screen/addresses.ts";
import { visitAtom } from "../state/visit.ts";
import styles from "./panel.module.css";

/** A funnel's id and all its addresses. */
type Group = readonly [funnel: string, paths: readonly string[]];

/** Leads to every page of the brand; until their list has come, or without it, to those of this funnel. */
export function Jump({ funnel }: { readonly funnel: Funnel }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const visit = useAtomValue(visitAtom);
  const own = addressesOf(funnel);
  const groups = useListed() ?? [[funnel.id, [...own.keys()]]];
  const go = (path: string) => {
    if (own.has(path)) return void navigate({ pathname: path, search });
    const query = without(search, SECRET_PARAMETERS);
    visit?.location.assign(encodeURI(path) + query);
  };
  return (
    <label className={styles.field}>
      Page
      <select
        value={decodePath(pathname)}
        onChange={({ target }) => go(target.value)}
      >
        {groups.map(([id, paths]) => (
          <optgroup key={id} label={id}>
            {paths.map((path) => (
              <option key={path}>{path}</option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

/** The list that the build has written, null until it is here. */
function useListed(): readonly Group[] | null {
  const [listed, setListed] = useState<readonly Group[] | null>(null);
  useEffect(() => {
    fetchList().then(setListed, (error: unknown) =>
      logWarning("the list of addresses is missing", error),
    );
  }, []);
  return listed;
}

async function fetchList(): Promise<readonly Group[]> {
  const response = await fetch(ADDRESSES);
  if (!response.ok) throw new Error(`answered by ${response.status}`);
  const lists: unknown = await response.json();
  if (!isRecord(lists)) throw new Error("it is none");
  return Object.entries(lists).map(([id, list]) => [id, readPaths(list)]);
}

function readPaths(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.filter((path) => typeof path === "string");
}
