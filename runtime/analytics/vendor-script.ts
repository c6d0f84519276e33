import { trustedUrl } from "../core/trusted-url.ts";

/** Loads a vendor's script from this one address; rejects when it cannot be had. */
export function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.async = true;
    element.addEventListener("load", () => resolve());
    element.addEventListener("error", () =>
      reject(new Error("the script could not be loaded")),
    );
    // The setter takes a trusted address where the browser asks for one.
    Object.assign(element, { src: trustedUrl("vendor-script", url) });
    document.head.append(element);
  });
}
