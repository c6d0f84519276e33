import { atom } from "jotai";

const MINUTE_MS = 60_000;

const aheadNowAtom = atom(0);

/** By how many milliseconds the server's clock is ahead of the device's, to the minute; 0 until it has answered. */
export const aheadAtom = atom((get) => get(aheadNowAtom));

/** An answer has said what time it is at the server. */
export const hearTimeAtom = atom(
  null,
  (_get, set, { server, device }: Record<"server" | "device", number>) => {
    const minutes = Math.round((server - device) / MINUTE_MS);
    set(aheadNowAtom, minutes * MINUTE_MS);
  },
);
