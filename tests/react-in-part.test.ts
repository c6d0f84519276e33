// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import {
  Component,
  createContext,
  createElement,
  Fragment,
  type FunctionComponent,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useId,
  useOptimistic,
  useReducer,
} from "react";
import type * as Client from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { slimReact } from "../compiler/build/slim/react.ts";

// The client is a production build: it works with a React that is one as well.
vi.hoisted(() => vi.stubEnv("NODE_ENV", "production"));

const require = createRequire(import.meta.url);
const whole = readFileSync(
  require
    .resolve("react-dom/client")
    .replace("client.js", "cjs/react-dom-client.production.js"),
  "utf8",
);

function load(code: string): typeof Client {
  const exports: Record<string, unknown> = {};
  compileFunction(code, ["exports", "require"])(exports, require);
  const client: unknown = exports;
  if (!isClient(client)) throw new Error("react-dom has no hydrateRoot");
  return client;
}

function isClient(value: unknown): value is typeof Client {
  return typeof value === "object" && value !== null && "hydrateRoot" in value;
}

const { hydrateRoot } = load(slimReact(whole));

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
  await vi.waitFor(() => expect(effects).toHaveBeenCalledTimes(1));
  expect(container.innerHTML).toBe(before);
  container.querySelector("button")?.click();
  await vi.waitFor(() => expect(effects).toHaveBeenCalledTimes(2));
  expect(container.querySelector("button")?.textContent).toBe("none1");
  expect(container.querySelector("input")?.value).toBe("1");
  expect([...container.querySelectorAll("li")].map(textOf)).toEqual(["c", "a"]);
  container.querySelector("button")?.click();
  await vi.waitFor(() => expect(effects).toHaveBeenCalledTimes(3));
  expect(container.querySelector("p")?.textContent).toBe("caught");
  expect(complaints).toEqual([]);
});

test("what is left out is not taken silently", async () => {
  const lost = show(() => createElement(Suspense, null, "text"));
  await vi.waitFor(() => expect(String(lost.complaints[0])).toMatch(/#156/));
  const hook = show(() => useOptimistic("text")[0]);
  await vi.waitFor(() =>
    expect(String(hook.complaints[0])).toMatch(/is not a function/),
  );
});

test.each([
  "function waitForCommitToBeReady(",
  "FragmentInstance.prototype.",
  "exports.createRoot = ",
])("another react-dom, without %s, is refused", (part) => {
  const other = whole.replaceAll(part, part.replace(/\w+(?=\W*$)/, "$&Two"));
  expect(() => slimReact(other)).toThrow(/another version/);
});

function textOf({ textContent }: Element): string | null {
  return textContent;
}
