import { useLayoutEffect } from "react";

/** Says on the page that a picture of the visitor's is in it now: the brand's drawing makes room, as for any other. */
export function useOwnPicture(isShown: boolean): void {
  useLayoutEffect(() => {
    const main = document.querySelector("main[data-chapter]");
    if (!isShown || main === null || main.hasAttribute(NAME)) return;
    main.setAttribute(NAME, "own");
    return () => main.removeAttribute(NAME);
  }, [isShown]);
}

const NAME = "data-pictures";
