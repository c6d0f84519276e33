/** The folder `testing` holds what tests of pages are run with. */
import { act, cleanup, render } from "@testing-library/react";
import { Provider } from "jotai";
import { type ReactNode, StrictMode, useLayoutEffect } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, vi } from "vitest";
import { type LocalServer, localServer } from "./local-server.ts";
import { href } from "../../generated/address.ts";
import { brand, funnel as fixture } from "./funnel.ts";
import { FakeStorage } from "./storage.ts";
import { testVisit, type TestVisitOptions, TURNS_MAX } from "./visit.ts";
import { PageContext } from "../hooks/use-page.ts";
import { journeyKey } from "../core/storage-keys.ts";
import { NO_JOURNEY } from "../core/journey.ts";

const [MOUNT = ""] = fixture.mounts;

export interface ShowOptions extends TestVisitOptions {
  /** Addresses in the history, the last one on screen. */
  readonly at: readonly string[];
  /** Off to look at what was prerendered. */
  readonly restored?: boolean;
}

/** Shows a page that uses hooks, in the app's context and in strict mode. */
function show(
  server: LocalServer,
  page: () => ReactNode,
  options: ShowOptions,
) {
  const { at, restored = true, ...rest } = options;
  const href = `https://calm.example${at.at(-1) ?? ""}`;
  const visit = testVisit(server, { href, sleep: never, ...rest });
  const trail: string[] = [];
  render(
    <StrictMode>
      <Provider store={visit.store}>
        <MemoryRouter initialEntries={[...at]}>
          <Restored restore={restored ? visit.restore : null}>
            <Screen
              page={page}
              trail={trail}
              funnel={options.funnel ?? fixture}
            />
          </Restored>
        </MemoryRouter>
      </Provider>
    </StrictMode>,
  );
  return { ...visit, trail, here: () => trail.at(-1) };
}

/** Repeats of failed calls are none of a page's business. */
function never(): Promise<void> {
  return new Promise(() => undefined);
}

function Restored(props: {
  restore: (() => () => void) | null;
  children: ReactNode;
}) {
  const { restore, children } = props;
  useLayoutEffect(() => restore?.(), [restore]);
  return children;
}

function Screen(props: {
  page: () => ReactNode;
  trail: string[];
  funnel: typeof fixture;
}) {
  const { page: Page, trail, funnel } = props;
  const { pathname, search } = useLocation();
  useLayoutEffect(() => {
    if (trail.at(-1) !== pathname + search) trail.push(pathname + search);
  });
  const step = funnel.steps.find(
    (candidate) => href(MOUNT, candidate.path) === pathname,
  );
  if (step === undefined) return "nowhere";
  return (
    <PageContext value={{ brand, funnel, mount: MOUNT, step }}>
      <Page key={step.id} />
    </PageContext>
  );
}

/** Shows a page and keeps what its hooks said, render by render. */
function watch<T>(server: LocalServer, hook: () => T, options: ShowOptions) {
  const seen: T[] = [];
  const Probe = () => {
    seen.push(hook());
    return null;
  };
  const shown = show(server, Probe, options);
  const now = (): T => {
    const last = seen.at(-1);
    if (last === undefined) throw new Error("nothing was shown");
    return last;
  };
  return { ...shown, seen, now };
}

/** Gives each test of a file a server, and silence; shows and takes down pages. */
export function pageTests() {
  const error = vi.spyOn(console, "error");
  const warn = vi.spyOn(console, "warn");
  let server: LocalServer | null = null;
  const running = (): LocalServer => {
    if (server === null) throw new Error("the server is not open yet");
    return server;
  };
  beforeEach(async () => {
    error.mockImplementation(() => undefined);
    warn.mockImplementation(() => undefined);
    server = await localServer();
  });
  afterEach(async () => {
    cleanup();
    error.mockReset();
    warn.mockReset();
    await server?.close();
  });
  return {
    error,
    server: running,
    show: (page: () => ReactNode, options: ShowOptions) =>
      show(running(), page, options),
    watch: <T,>(hook: () => T, options: ShowOptions) =>
      watch(running(), hook, options),
    paths: () => running().calls.map(({ path }) => path),
  };
}

/** A storage that holds a journey, and more. */
export function storing(
  journey: object,
  more: Readonly<Record<string, unknown>> = {},
): FakeStorage {
  const backend = new FakeStorage();
  const entries = {
    [journeyKey(fixture)]: { ...NO_JOURNEY, ...journey },
    ...more,
  };
  for (const [key, value] of Object.entries(entries)) {
    backend.setItem(key, JSON.stringify(value));
  }
  return backend;
}

/** Waits, with React told, until something holds. */
export async function untilShown(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns += 1) {
    if (turns > TURNS_MAX) throw new Error("it never came to that");
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  }
}
