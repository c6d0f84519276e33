import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WorkerPlan } from "./worker-contract.ts";

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

/** What the worker finds around itself: caches, the network, its registration. */
function createScope() {
  const listeners = new Map<string, (event: Event) => void>();
  const stored = new Map<string, Map<string, string>>();
  const asked: string[] = [];
  const network = { isThere: true, isMissing: "" };
  const done = { unregistered: 0 };
  const pathOf = (request: Request | string) =>
    new URL(typeof request === "string" ? request : request.url, ORIGIN)
      .pathname;
  const fetch = async (request: Request | string) => {
    asked.push(pathOf(request));
    if (!network.isThere || pathOf(request) === network.isMissing)
      throw new TypeError("no network");
    return new Response(`network ${pathOf(request)}`);
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
        add: async (path: string) => {
          await fetch(path);
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

/** Sends the worker an event; what it answers with, null where it leaves the request alone. */
async function send(
  type: string,
  request?: object,
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
