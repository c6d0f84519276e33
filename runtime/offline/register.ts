import { logWarning } from "../core/log.ts";
import { trustedUrl } from "../core/trusted-url.ts";

const WORKER = "/sw.js";

/**
 * Registers the brand's service worker. The browser asks for it anew with every document, so that a new build, or one
 * without it, takes its place at once. Never rejects: a browser that allows no workers may say so wherever it likes.
 */
export async function registerWorker(): Promise<void> {
  try {
    if (!("serviceWorker" in navigator)) return;
    const { serviceWorker } = navigator;
    await Reflect.apply(serviceWorker.register, serviceWorker, [
      trustedUrl("worker", WORKER),
      { updateViaCache: "none" },
    ]);
  } catch (error) {
    logWarning("the page cannot be kept for times without network", error);
  }
}
