import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import type { WorkerPlan } from "./worker-contract.ts";

/** How long the worker waits for a document; in milliseconds. */
const DOCUMENT_WAIT_MS = 10_000;
const ORIGIN = "https://calm.example";
const PLAN: WorkerPlan = {
  build: "two",
  funnels: [
    {
      mounts: ["/quiz"],
      shell: "/offline/quiz",
      files: ["/assets/a.js", "/assets/b.css"],
    },
  ],
};

interface Network {
  isThere: boolean;
  /** The address of a file that cannot be had. */
  isMissing: string;
  /** Answers nothing, and does not fail either. */
  isSlow: boolean;
  /** What else answers, and where. */
  inItsPlace: {
    readonly at: (path: string) => boolean;
    readonly answer: () => Response;
  } | null;
}

/** The network's own page, which says that all is well. */
const portal = () =>
  new Response("<!doctype html><title>Log in</title>", {
    headers: { "content-type": "text/html; charset=utf-8" },
  });

/** What the worker finds around itself: caches, the network, its registration. */
function createScope() {
  const listeners = new Map<string, (event: Event) => void>();
  const stored = new Map<string, Map<string, string>>();
  const asked: string[] = [];
  const network: Network = {
    isThere: true,
    isMissing: "",
    isSlow: false,
    inItsPlace: null,
  };
  const done = { unregistered: 0 };
  const pathOf = (request: Request | string) =>
    new URL(typeof request === "string" ? request : request.url, ORIGIN)
      .pathname;
  const fetch = async (request: Request | string) => {
    asked.push(pathOf(request));
    const path = pathOf(request);
    if (network.isSlow) return new Promise<Response>(() => undefined);
    if (!network.isThere || path === network.isMissing)
      throw new TypeError("no network");
    if (network.inItsPlace !== null && network.inItsPlace.at(path))
      return network.inItsPlace.answer();
    const scripts = PLAN.funnels?.flatMap(({ files }) => files).join(" ");
    const text = path.startsWith("/offline/") ? ` with ${scripts}` : "";
    const type = path.startsWith("/assets/") ? "text/javascript" : "text/html";
    return new Response(`network ${path}${text}`, {
      headers: { "content-type": type },
    });
  };
  const caches = {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (request: Request | string) => {
      const [text] = [...stored.values()].flatMap(
        (files) => files.get(pathOf(request)) ?? [],
      );
      return text === undefined ? undefined : new Response(text);
    },
    open: async (name: string) => {
      const files = stored.get(name) ?? new Map<string, string>();
      stored.set(name, files);
      return {
        match: async (request: Request | string) => {
          const text = files.get(pathOf(request));
          return text === undefined ? undefined : new Response(text);
        },
        put: async (path: string, answer: Response) => {
          await answer.text();
          files.set(path, `kept ${path}`);
        },
      };
    },
  };
  return { listeners, stored, asked, network, done, fetch, caches };
}

let scope: ReturnType<typeof createScope>;
beforeEach(() => {
  scope = createScope();
  vi.resetModules();
  vi.stubGlobal("location", new URL(ORIGIN));
  vi.stubGlobal("caches", scope.caches);
  vi.stubGlobal("fetch", scope.fetch);
  vi.stubGlobal("clients", {
    matchAll: async () => [{ url: `${ORIGIN}/quiz/start` }],
  });
  vi.stubGlobal("registration", {
    unregister: async () => (scope.done.unregistered += 1),
  });
  vi.stubGlobal("skipWaiting", async () => undefined);
  vi.stubGlobal(
    "addEventListener",
    (type: string, listener: (event: Event) => void) =>
      scope.listeners.set(type, listener),
  );
});
afterEach(() => vi.unstubAllGlobals());

async function start(plan: WorkerPlan = PLAN): Promise<void> {
  vi.stubGlobal("workerPlan", plan);
  await import("./worker.ts");
}

/**
 * Sends the worker an event; what it answers with, null where it leaves the request alone. Comes when its work is done;
 * `onAnswer` is told before.
 */
async function send(
  type: string,
  request?: object,
  onAnswer: (answer: unknown) => void = () => undefined,
): Promise<string | null | Error> {
  const works: Promise<unknown>[] = [];
  let answer: Promise<Response> | null = null;
  const event = Object.assign(new Event(type), {
    request,
    waitUntil: (work: Promise<unknown>) => works.push(work),
    ...(request !== undefined && {
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    }),
  });
  scope.listeners.get(type)?.(event);
  const given: Promise<Response> | null = answer;
  const text =
    given === null
      ? null
      : await Promise.resolve<Promise<Response>>(given)
          .then((response) => response.text())
          .catch((error: unknown) => new Error(String(error)));
  onAnswer(text);
  await Promise.all(works);
  return text;
}

const asks = (path: string, more: object = {}) => ({
  method: "GET",
  mode: "navigate",
  url: new URL(path, ORIGIN).href,
  ...more,
});

describe("the worker", () => {
  test("keeps what the funnel on screen needs, then drops what earlier builds kept", async () => {
    scope.stored.set("funnels one", new Map([["/assets/old.js", "old"]]));
    scope.stored.set("of somebody else", new Map());
    await start();
    await send("install");
    expect([...scope.stored.keys()]).toContain("funnels one");
    await send("activate");
    expect([...scope.stored.keys()].toSorted()).toEqual([
      "funnels two",
      "of somebody else",
    ]);
    expect([...(scope.stored.get("funnels two")?.keys() ?? [])]).toEqual([
      "/assets/a.js",
      "/assets/b.css",
      "/offline/quiz",
    ]);
  });

  test("shows the network's document, and the kept one where there is no network", async () => {
    await start();
    await send("install");
    expect(await send("fetch", asks("/quiz/3-name"))).toBe(
      "network /quiz/3-name",
    );
    scope.network.isThere = false;
    expect(await send("fetch", asks("/quiz/3-name?utm_source=x"))).toBe(
      "kept /offline/quiz",
    );
  });

  test("without anything kept, says what the network says", async () => {
    await start();
    scope.network.isThere = false;
    expect(await send("fetch", asks("/quiz/start"))).toBeInstanceOf(Error);
  });

  test("lets what pages send pass by it, where the browser can", async () => {
    await start();
    const rules: unknown[] = [];
    const works: Promise<unknown>[] = [];
    const event = Object.assign(new Event("install"), {
      waitUntil: (work: Promise<unknown>) => works.push(work),
      addRoutes: async (rule: unknown) => {
        rules.push(rule);
        throw new TypeError("not this one");
      },
    });
    scope.listeners.get("install")?.(event);
    expect(rules).toEqual([
      { condition: { requestMethod: "POST" }, source: "network" },
    ]);
    await Promise.all(works);
  });

  test("gives kept files without asking, and asks for others", async () => {
    await start();
    await send("install");
    const count = scope.asked.length;
    const script = asks("/assets/a.js", { mode: "cors" });
    expect(await send("fetch", script)).toBe("kept /assets/a.js");
    expect(scope.asked).toHaveLength(count);
    const other = asks("/assets/picture.webp", { mode: "no-cors" });
    expect(await send("fetch", other)).toBe("network /assets/picture.webp");
    expect(scope.stored.get("funnels two")?.has("/assets/picture.webp")).toBe(
      false,
    );
  });

  test.each([
    ["a call", asks("/api/visitor/visitor-info", { mode: "cors" })],
    ["a call opened as a page", asks("/api/docs")],
    ["another origin", asks("https://track.example/quiz/start")],
    ["a form", asks("/quiz/start", { method: "POST" })],
    ["a page of the brand", asks("/terms")],
    ["an address that only begins alike", asks("/quizzes/start")],
    ["something else of the funnel", asks("/quiz/start", { mode: "cors" })],
  ])("leaves %s alone", async (_what, request) => {
    await start();
    expect(await send("fetch", request)).toBeNull();
    expect(scope.asked).toEqual([]);
  });

  test("what could not be kept is no reason to fail, and is kept with the next document", async () => {
    await start();
    scope.network.isThere = false;
    await send("install");
    scope.network.isThere = true;
    await send("fetch", asks("/quiz/start"));
    expect(scope.stored.get("funnels two")?.size).toBe(3);
  });

  test("what an earlier build kept is shown until there is something in its place", async () => {
    const earlier = ["/offline/quiz", "/assets/old.js"];
    scope.stored.set(
      "funnels one",
      new Map(earlier.map((path) => [path, `earlier ${path}`])),
    );
    await start();
    scope.network.isThere = false;
    await send("install");
    await send("activate");
    expect(await send("fetch", asks("/quiz/start"))).toBe(
      "earlier /offline/quiz",
    );
    const script = asks("/assets/old.js", { mode: "cors" });
    expect(await send("fetch", script)).toBe("earlier /assets/old.js");
    scope.network.isThere = true;
    await send("fetch", asks("/quiz/start"));
    expect([...scope.stored.keys()]).toEqual(["funnels two"]);
  });

  test("as long as one of its files is missing, the document is not kept: it would come to nothing", async () => {
    scope.stored.set("funnels one", new Map([["/offline/quiz", "earlier"]]));
    await start();
    scope.network.isMissing = "/assets/a.js";
    await send("install");
    await send("activate");
    expect(await send("fetch", asks("/quiz/start"))).toContain("network");
    scope.network.isThere = false;
    expect(await send("fetch", asks("/quiz/start"))).toBe("earlier");
    scope.network.isThere = true;
    scope.network.isMissing = "";
    await send("fetch", asks("/quiz/start"));
    scope.network.isThere = false;
    expect(await send("fetch", asks("/quiz/start"))).toBe("kept /offline/quiz");
  });

  test("a storage that fails takes nothing away that the network has", async () => {
    const fail = () => Promise.reject(new Error("UnknownError"));
    for (const call of ["open", "match", "keys"] as const)
      Object.assign(scope.caches, { [call]: fail });
    await start();
    const script = asks("/assets/a.js", { mode: "cors" });
    expect(await send("fetch", script)).toBe("network /assets/a.js");
    expect(await send("fetch", asks("/quiz/start"))).toBe(
      "network /quiz/start",
    );
    scope.network.isThere = false;
    expect(String(await send("fetch", asks("/quiz/start")))).toContain(
      "no network",
    );
  });

  test.each([
    ["for everything", () => true, portal],
    ["for scripts", (path: string) => path.startsWith("/assets/"), portal],
    [
      "for the document",
      (path: string) => path.startsWith("/offline/"),
      portal,
    ],
    ["with an error", () => true, () => new Response("", { status: 503 })],
  ])(
    "what answers in the site's place %s is not kept",
    async (_, at, answer) => {
      scope.stored.set("funnels one", new Map([["/offline/quiz", "earlier"]]));
      await start();
      scope.network.inItsPlace = { at, answer };
      await send("install");
      await send("activate");
      await send("fetch", asks("/quiz/start"));
      expect([...scope.stored.keys()]).toContain("funnels one");
      const kept = [...(scope.stored.get("funnels two")?.keys() ?? [])];
      expect(kept.filter(at)).toEqual([]);
      expect(kept).not.toContain("/offline/quiz");
      scope.network.inItsPlace = null;
      await send("fetch", asks("/quiz/start"));
      scope.network.isThere = false;
      expect(await send("fetch", asks("/quiz/start"))).toBe(
        "kept /offline/quiz",
      );
      const script = asks("/assets/a.js", { mode: "cors" });
      expect(await send("fetch", script)).toBe("kept /assets/a.js");
    },
  );

  test("a network that answers nothing is waited for so long, where there is something to show", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    await start();
    await send("install");
    scope.network.isSlow = true;
    const shown = vi.fn<(text: unknown) => void>();
    void send("fetch", asks("/quiz/start"), shown);
    await vi.advanceTimersByTimeAsync(DOCUMENT_WAIT_MS - 1);
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(shown).toHaveBeenCalledWith("kept /offline/quiz");
    scope.stored.clear();
    const nothing = vi.fn<(text: unknown) => void>();
    void send("fetch", asks("/quiz/start"), nothing);
    await vi.advanceTimersByTimeAsync(10 * DOCUMENT_WAIT_MS);
    expect(nothing).not.toHaveBeenCalled();
  });

  test("switched off, takes itself away with all that it kept", async () => {
    scope.stored.set("funnels one", new Map());
    scope.stored.set("funnels three", new Map());
    await start({ build: "three", funnels: null });
    await send("install");
    await send("activate");
    expect([...scope.stored.keys()]).toEqual([]);
    expect(scope.done.unregistered).toBe(1);
    expect(await send("fetch", asks("/quiz/start"))).toBeNull();
  });
});
