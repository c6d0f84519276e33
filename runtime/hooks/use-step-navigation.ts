import { useStore } from "jotai";
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { href } from "../../generated/address.ts";
import type { Step } from "../../generated/contract.ts";
import { isHidden } from "../../generated/privacy.ts";
import { SECRET_PARAMETERS, without } from "../core/query.ts";
import { readersHereAtom, readersNextAtom } from "../state/discretion.ts";
import { visitAtom } from "../state/visit.ts";
import { usePage } from "./use-page.ts";

/**
 * Goes to a step below the same mount and keeps the query, but for what is for this page alone; `replace` takes this
 * page out of the history.
 */
export type GoToStep = (
  step: Step,
  options?: { readonly replace?: boolean },
) => void;

/**
 * The way from step to step. Where a script of a third party looks at the page by itself, a document holds either pages
 * whose being visited is told to nobody, or all others: between them, a new one is loaded.
 */
export function useStepNavigation(): GoToStep {
  const { mount, step: here } = usePage();
  const store = useStore();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const query = without(search, SECRET_PARAMETERS);
  return useCallback(
    (step, { replace = false } = {}) => {
      const pathname = href(mount, step.path);
      const visit = store.get(visitAtom);
      const [from, into] = [here, step].map((one) => isHidden(one.sensitive));
      const apart = into
        ? !from && store.get(readersHereAtom)
        : from && store.get(readersNextAtom);
      if (visit !== null && apart) {
        const address = encodeURI(pathname) + query;
        if (replace) visit.location.replace(address);
        else visit.location.assign(address);
        return;
      }
      void navigate(
        { pathname, search: query },
        // The entry before one that is replaced stays what it was.
        { replace, state: replace ? state : { from: here.id } },
      );
    },
    [mount, here, store, navigate, query, state],
  );
}
