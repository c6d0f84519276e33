declare global {
  interface Navigator {
    /** Not everywhere yet. */
    readonly globalPrivacyControl?: boolean;
  }
}

/** The browser's own signals that its owner does not want to be measured: Global Privacy Control, Do Not Track. */
export function isMeasuringRefused(): boolean {
  return (
    navigator.globalPrivacyControl === true || navigator.doNotTrack === "1"
  );
}
