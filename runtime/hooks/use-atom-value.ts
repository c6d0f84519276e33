import { type Atom, useStore } from "jotai";
import { useEffect, useState } from "react";

type Store = ReturnType<typeof useStore>;

/**
 * The value of an atom. Jotai's own hook sends a word to a reducer when it has mounted, for which React renders every
 * reader once more; a state that is set to the value it has already renders nothing.
 */
export function useAtomValue<T>(
  atom: Atom<T>,
  options?: { readonly store: Store },
): T {
  const store = useStore(options);
  const [, setValue] = useState(() => store.get(atom));
  useEffect(() => {
    const read = () => setValue(() => store.get(atom));
    const stop = store.sub(atom, read);
    // What changed between the first rendering and now.
    read();
    return stop;
  }, [store, atom]);
  return store.get(atom);
}
