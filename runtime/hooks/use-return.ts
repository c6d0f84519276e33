import { useEffect } from "react";

/** Tells when the network is back, and when the visitor is, whose device may have slept or changed its clock. */
export function useReturn(isWanted: boolean, onReturn: () => void): void {
  useEffect(() => {
    if (!isWanted) return;
    const onShow = () => {
      if (document.visibilityState === "visible") onReturn();
    };
    window.addEventListener("online", onShow);
    document.addEventListener("visibilitychange", onShow);
    return () => {
      window.removeEventListener("online", onShow);
      document.removeEventListener("visibilitychange", onShow);
    };
  }, [isWanted, onReturn]);
}
