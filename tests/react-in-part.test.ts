// @vitest-environment happy-dom
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { compileFunction } from "node:vm";
import type * as ReactModule from "react";
import { type FunctionComponent, type ReactNode, Suspense } from "react";
import type * as Client from "react-dom/client";
import type * as Server from "react-dom/server";
import { expect, test, vi } from "vitest";
import { slimOfetch } from "../compiler/site/slim/ofetch.ts";
import {
  type ReactPart,
  reactPart,
  slimReact,
  WHOLE_REACT,
} from "../compiler/site/slim/react.ts";
import { PATIENCE_MS } from "./testing/patience.ts";

const require = createRequire(import.meta.url);
const folderOf = (name: string) =>
  dirname(require.resolve(`${name}/package.json`));
const sourceOf = (part: string) =>
  join(folderOf(part.split("-client")[0] ?? ""), `cjs/${part}.production.js`);
const read = (part: ReactPart) => readFileSync(sourceOf(part), "utf8");
const whole = read("react-dom-client");

/** Production builds as visitors load them, whatever other tests have loaded: one instance of each module. */
const loaded = new Map<string, unknown>();

function production(name: string): unknown {
  const [folder = "", part = ""] = name.split("/");
  if (!["react", "react-dom", "scheduler"].includes(folder))
    return require(name);
  const file = `cjs/${[folder, ...(part === "" ? [] : [part])].join("-")}.production.js`;
  return load(join(folderOf(folder), file));
}

function load(path: string): unknown {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const exports = evaluated(inPart(path), production);
  loaded.set(path, exports);
  return exports;
}

function inPart(path: string): string {
  const code = readFileSync(path, "utf8");
  const part = reactPart(path);
  if (part === null) return code;
  const slim = slimReact(part, code);
  if (slim === null) throw new Error(WHOLE_REACT);
  return slim;
}

function evaluated(code: string, requires: (name: string) => unknown) {
  const exports: Record<string, unknown> = {};
  compileFunction(code, ["exports", "require"])(exports, requires);
  return exports;
}

function isReact(value: unknown): value is typeof ReactModule {
  return Object(value).createElement !== undefined;
}
function isClient(value: unknown): value is typeof Client {
  return Object(value).hydrateRoot !== undefined;
}
function isServer(value: unknown): value is typeof Server {
  return Object(value).renderToString !== undefined;
}

const react = production("react");
const client = load(sourceOf("react-dom-client"));
const server = load(
  join(folderOf("react-dom"), "cjs/react-dom-server-legacy.node.production.js"),
);
if (!isReact(react) || !isClient(client) || !isServer(server))
  throw new Error("React exports something else than it did");
const {
  Component,
  createContext,
  createElement,
  Fragment,
  useContext,
  useEffect,
  useId,
  useReducer,
} = react;
const { hydrateRoot } = client;
const { renderToString } = server;

/** Hydrates what the whole React has rendered; gives what React complained of. */
function show(App: FunctionComponent) {
  const container = document.createElement("main");
  document.body.replaceChildren(container);
  container.innerHTML = renderToString(createElement(App));
  const before = container.innerHTML;
  const complaints: unknown[] = [];
  const complain = (error: unknown) => complaints.push(error);
  hydrateRoot(container, createElement(App), {
    onRecoverableError: complain,
    onUncaughtError: complain,
    onCaughtError: () => undefined,
  });
  return { container, complaints, before };
}

test("what pages are made of is hydrated as it was and lives on", async () => {
  const Word = createContext("none");
  class Boundary extends Component<{ readonly children: ReactNode }> {
    override state = { failed: false };
    static getDerivedStateFromError() {
      return { failed: true };
    }
    override render() {
      return this.state.failed
        ? createElement("p", null, "caught")
        : this.props.children;
    }
  }
  const Fragile = ({ broken }: { readonly broken: boolean }) => {
    if (broken) throw new Error("broken");
    return createElement("svg", null, createElement("title", null, "whole"));
  };
  const effects = vi.fn<() => void>();
  const App = () => {
    const [count, add] = useReducer((before: number) => before + 1, 0);
    const id = useId();
    const word = useContext(Word);
    useEffect(effects, [count]);
    const keys = count % 2 === 0 ? ["a", "b", "c"] : ["c", "a"];
    return createElement(
      Fragment,
      null,
      createElement("button", { onClick: add, id }, word, count),
      createElement("input", { value: String(count), readOnly: true }),
      keys.map((key) => createElement("li", { key }, key)),
      createElement(
        Boundary,
        null,
        createElement(Fragile, { broken: count > 1 }),
      ),
    );
  };
  const { container, complaints, before } = show(App);
  await soon(() => expect(effects).toHaveBeenCalledTimes(1));
  expect(container.innerHTML).toBe(before);
  container.querySelector("button")?.click();
  await soon(() => expect(effects).toHaveBeenCalledTimes(2));
  expect(container.querySelector("button")?.textContent).toBe("none1");
  expect(container.querySelector("input")?.value).toBe("1");
  expect([...container.querySelectorAll("li")].map(textOf)).toEqual(["c", "a"]);
  container.querySelector("button")?.click();
  await soon(() => expect(effects).toHaveBeenCalledTimes(3));
  expect(container.querySelector("p")?.textContent).toBe("caught");
  expect(complaints).toEqual([]);
});

test("what is left out is not taken silently", async () => {
  const lost = show(() => createElement(Suspense, null, "text"));
  await soon(() => expect(String(lost.complaints[0])).toMatch(/#156/));
  const internals =
    "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
  const hook = show(() => Object(react)[internals].H.useOptimistic("text")[0]);
  await soon(() =>
    expect(String(hook.complaints[0])).toMatch(/is not a function/),
  );
});

test("the linter forbids to import what is left out of React", () => {
  const all = evaluated(read("react"), production);
  const absent = Object.keys(all).filter(
    (name) => !(name in Object(react)) && !/^(?:__|unstable_)/.test(name),
  );
  expect(absent).toContain("Suspense");
  const lint = readFileSync(".oxlintrc.json", "utf8");
  const forbidden = /"name": "react",\s*"importNames": (\[[^\]]*\])/.exec(lint);
  expect(JSON.parse(forbidden?.[1] ?? "[]")).toEqual(
    expect.arrayContaining(absent),
  );
});

test.each([
  ["react-dom-client", "function waitForCommitToBeReady("],
  ["react-dom-client", "useOptimistic:"],
  ["react-dom-client", "FragmentInstance.prototype."],
  ["react-dom-client", "exports.createRoot ="],
  ["react-dom", "exports.createPortal ="],
  ["react", "exports.Children ="],
] as const)("a %s of this version without %s is refused", (part, opening) => {
  const other = read(part).replaceAll(
    opening,
    opening.replace(/\w+(?=\W*$)/, "$&Two"),
  );
  expect(() => slimReact(part, other)).toThrow(/look at what is new/);
});

test("another version is taken whole", () => {
  const other = whole.replace(/(exports\.version = "\d+\.\d+\.)\d+/, "$1999");
  expect(other).not.toBe(whole);
  expect(slimReact("react-dom-client", other)).toBeNull();
});

test("ofetch is taken without its addresses, its guesses at answers, second tries and time-outs, and whole where it reads otherwise", () => {
  const folder = join(dirname(require.resolve("ofetch")), "shared");
  const [file = ""] = readdirSync(folder).filter((name) =>
    name.endsWith(".mjs"),
  );
  const code = readFileSync(join(folder, file), "utf8");
  expect(code).toContain("ufo");
  expect(slimOfetch(code)).not.toMatch(
    /ufo|withBase|withQuery|destr|detectResponseType\(context|options\.retry !==|options\.timeout\) \{/,
  );
  expect(slimOfetch(code.replace("withQuery(", "withSearch("))).toBeNull();
});

function soon(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: PATIENCE_MS });
}

function textOf({ textContent }: Element): string | null {
  return textContent;
}
