/** The folder `offline` holds the service worker, which brings a funnel back without network. */

/**
 * The service worker of one brand: brings a funnel back when there is no network. Documents come from the network
 * whenever there is one, so that no visitor sees an old build; what it keeps are files whose names carry a hash, and one
 * document a funnel without anybody's words. It never touches a call of the API or another origin.
 */
import type { KeptFunnel } from "./worker-contract.ts";

const ASSETS = "/assets/";
/** How long a document is waited for where a kept one can take its place, in milliseconds. */
const DOCUMENT_WAIT_MS = 10_000;
const PREFIX = "funnels ";

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
  /** Not in every browser. */
  addRoutes?(rule: {
    readonly condition: { readonly requestMethod: string };
    readonly source: "network";
  }): Promise<void>;
}
interface RequestEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** What is used of the worker's global scope; the types of documents are in its place otherwise. */
interface WorkerScope {
  readonly clients: {
    matchAll(options: {
      readonly type: "window";
      readonly includeUncontrolled: true;
    }): Promise<readonly { readonly url: string }[]>;
  };
  readonly registration: {
    unregister(): Promise<boolean>;
  };
  skipWaiting(): Promise<void>;
}

const { build = "", funnels = null } = globalThis.workerPlan ?? {};
const cacheName = PREFIX + build;

addEventListener("install", (event) => {
  if (!isLife(event)) return;
  event.waitUntil(install());
  passOn(event);
});
addEventListener("activate", (event) => {
  if (isLife(event)) event.waitUntil(activate());
});
addEventListener("fetch", (event) => {
  if (isRequest(event)) answer(event);
});

/** What pages send passes the worker by: on the way through it, what a page sends while it goes would be lost. */
function passOn(event: LifeEvent): void {
  event
    .addRoutes?.({ condition: { requestMethod: "POST" }, source: "network" })
    .catch(() => undefined);
}

async function install(): Promise<void> {
  const scope: unknown = globalThis;
  if (!isScope(scope)) return;
  const open = await scope.clients.matchAll({
    type: "window",
    includeUncontrolled: true,
  });
  for (const { url } of open) await keep(funnelAt(new URL(url).pathname));
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const scope: unknown = globalThis;
  await dropEarlier();
  if (isScope(scope) && funnels === null) await scope.registration.unregister();
}

/** What earlier builds kept goes when there is something in its place. */
async function dropEarlier(): Promise<void> {
  if (funnels !== null && !(await hasShell(funnels))) return;
  const names = await caches.keys();
  const old = names.filter(
    (name) =>
      name.startsWith(PREFIX) && (funnels === null || name !== cacheName),
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function hasShell(all: readonly KeptFunnel[]): Promise<boolean> {
  const cache = await caches.open(cacheName);
  const found = all.map(({ shell }) => cache.match(shell));
  return (await Promise.all(found)).some((shell) => shell !== undefined);
}

function answer(event: RequestEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(ASSETS)) {
    event.respondWith(kept(request).then((hit) => hit ?? fetch(request)));
    return;
  }
  const funnel = funnelAt(pathname);
  if (request.mode === "navigate" && funnel !== undefined)
    event.respondWith(open(event, funnel));
}

/** The network's document, or the kept one where there is no network, or none that answers. */
async function open(
  event: RequestEvent,
  funnel: KeptFunnel,
): Promise<Response> {
  const network = fetch(event.request);
  // Where storage fails, the next document tries again.
  event.waitUntil(
    network
      .then(() => keep(funnel))
      .then(dropEarlier)
      .catch(() => undefined),
  );
  const late = wait(DOCUMENT_WAIT_MS).then(() => kept(funnel.shell));
  try {
    return (await Promise.race([network, late])) ?? (await network);
  } catch (error) {
    const shell = await kept(funnel.shell);
    if (shell === undefined) throw error;
    return shell;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Keeps what a funnel needs; what cannot be had now is asked for the next time. Its document comes last: without one of
 * the files it would come to nothing.
 */
async function keep(funnel: KeptFunnel | undefined): Promise<void> {
  if (funnel === undefined) return;
  const cache = await caches.open(cacheName);
  let isWhole = true;
  for (const file of funnel.files)
    if (!(await isKept(cache, file, isFile))) isWhole = false;
  if (isWhole)
    await isKept(cache, funnel.shell, (found) => isShell(found, funnel));
}

/** Whether an answer is what was asked for: a network's own page says that all is well, too. */
type IsMeant = (answer: Response) => boolean | Promise<boolean>;

/** Whether a file is there, or can be had now. */
async function isKept(
  cache: Cache,
  file: string,
  isMeant: IsMeant,
): Promise<boolean> {
  if ((await cache.match(file, { ignoreVary: true })) !== undefined)
    return true;
  try {
    const found = await fetch(file);
    if (!found.ok || !(await isMeant(found))) return false;
    await cache.put(file, found);
    return true;
  } catch {
    return false;
  }
}

function isFile({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/html") === false;
}

/** The document of this build names each of its scripts. */
async function isShell(
  found: Response,
  { files }: KeptFunnel,
): Promise<boolean> {
  const text = await found.clone().text();
  return files
    .filter((file) => file.endsWith(".js"))
    .every((file) => text.includes(file));
}

/** By this build or, as long as that is there, by an earlier one. Where storage fails, nothing is. */
function kept(request: Request | string): Promise<Response | undefined> {
  return caches
    .match(request, { ignoreVary: true, ignoreSearch: true })
    .catch(() => undefined);
}

function funnelAt(pathname: string): KeptFunnel | undefined {
  return funnels?.find(({ mounts }) =>
    mounts.some(
      (mount) => pathname === mount || pathname.startsWith(`${mount}/`),
    ),
  );
}

function isLife(event: Event): event is LifeEvent {
  return "waitUntil" in event;
}
function isRequest(event: Event): event is RequestEvent {
  return "respondWith" in event;
}
function isScope(value: unknown): value is WorkerScope {
  return typeof value === "object" && value !== null && "skipWaiting" in value;
}
