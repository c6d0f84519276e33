/** How long the first paint is waited for, in milliseconds. */
const UNPAINTED_MS = 1_000;

/** Fulfilled behind the first paint. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    // A page in the background is not painted, and gets ready nevertheless.
    setTimeout(resolve, UNPAINTED_MS);
  });
}

/** Fulfilled when all of them are here; running them is another thing. */
export function fetchModules(addresses: readonly string[]): Promise<unknown> {
  return Promise.all(addresses.map(preloadModule));
}

function preloadModule(href: string): Promise<unknown> {
  const link = document.createElement("link");
  if (!link.relList.supports("modulepreload")) return Promise.resolve();
  link.rel = "modulepreload";
  link.href = href;
  return new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
    document.head.append(link);
  });
}
