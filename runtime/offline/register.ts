import { logWarning } from "../core/log.ts";
import { trustedUrl } from "../core/trusted-url.ts";

const WORKER = "/sw.js";

/**
 * Registers the brand's service worker. The browser asks for it anew with every document, so that a new build, or one
 * without it, takes its place at once.
 */
export function registerWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const register: unknown = Reflect.apply(
    serviceWorker.register,
    serviceWorker,
    [trustedUrl("worker", WORKER), { updateViaCache: "none" }],
  );
  Promise.resolve(register).catch((error: unknown) =>
    logWarning("the page cannot be kept for times without network", error),
  );
}
