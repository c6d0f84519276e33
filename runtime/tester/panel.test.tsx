// @vitest-environment happy-dom
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from "@testing-library/react";
import { Provider } from "jotai";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LocalServer, localServer } from "../testing/local-server.ts";
import { variantOf } from "../core/experiments.ts";
import { brand, funnel } from "../testing/funnel.ts";
import { addressesOf } from "../screen/addresses.ts";
import { experimentsStored } from "../state/experiments.ts";
import { geoAtom } from "../state/geo.ts";
import { testVisit } from "../testing/visit.ts";
import { TesterPanel } from "./panel.tsx";
import { clearVisitor } from "./stored-state.ts";
import { ADDRESSES } from "../../generated/delivery.ts";
import { SESSION_COOKIE } from "../../generated/call.ts";
import { CONSENT_KEY } from "../core/storage-keys.ts";

let api: LocalServer;
/** Answers with the list of the brand's addresses. */
let list: () => Response;
const { fetch } = globalThis;
beforeEach(async () => {
  localStorage.clear();
  api = await localServer();
  const focus = [...addressesOf(funnel).keys()];
  list = () => Response.json({ focus, pages: ["/terms", "/für-dich"] });
  vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) =>
    call[0] === ADDRESSES ? list() : fetch(...call),
  );
});
afterEach(async () => {
  // Else what runs behind it in this process is a tester's.
  document.cookie = `tester=; path=/; expires=${new Date(0).toUTCString()}`;
  cleanup();
  vi.unstubAllGlobals();
  await api.close();
});

function show(visit = testVisit(api)) {
  const { store, restore } = visit;
  restore();
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={["/quiz-focus/oto?utm_source=x"]}>
        <TesterPanel brand={brand} funnel={funnel} />
        <Address />
      </MemoryRouter>
    </Provider>,
  );
  return store;
}

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const value = (label: string) =>
  screen.getByLabelText<HTMLSelectElement>(label).value;

function toggle(summary: string, open: boolean): HTMLDetailsElement {
  const details = screen.getByText(summary).closest("details");
  if (details === null) throw new Error("no details");
  act(() => {
    details.open = open;
  });
  return details;
}

test("shows brand, funnel, route, variants and currency", () => {
  show();
  const facts = screen.getAllByRole("definition").map((dd) => dd.textContent);
  expect(facts).toEqual(["calm", "focus", "/quiz-focus/oto", "offer"]);
  expect(value("AB_Test_FIT1_OTO_2")).toBe("A");
  expect(value("Currency")).toBe("Default");
});

test("jumps to any page of any mount, the query kept", () => {
  show();
  choose("Page", "/quiz-focus-mp/start");
  expect(screen.getByRole("status").textContent).toBe(
    "/quiz-focus-mp/start?utm_source=x",
  );
});

test("jumps to pages of the brand's other funnels, which are other documents", async () => {
  const visit = testVisit(api);
  show(visit);
  await screen.findByRole("group", { name: "pages" });
  const groups = [...document.querySelectorAll("optgroup")];
  expect(groups.map(({ label }) => label)).toEqual(["focus", "pages"]);
  choose("Page", "/terms");
  choose("Page", "/für-dich");
  expect(visit.assigned).toEqual([
    "/terms?utm_source=x",
    "/f%C3%BCr-dich?utm_source=x",
  ]);
  choose("Page", "/quiz-focus-mp/start");
  expect(screen.getByRole("status").textContent).toBe(
    "/quiz-focus-mp/start?utm_source=x",
  );
  expect(visit.assigned).toHaveLength(2);
});

test.each([
  ["is nonsense", () => Response.json([])],
  ["is not there", () => new Response("Not found", { status: 404 })],
])("jumps within the funnel where the list %s", async (_, answer) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  list = answer;
  show();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  choose("Page", "/quiz-focus-mp/start");
  expect(screen.getByRole("status").textContent).toBe(
    "/quiz-focus-mp/start?utm_source=x",
  );
  warn.mockRestore();
});

test("forces a variant", () => {
  const store = show();
  choose("AB_Test_FIT1_OTO_2", "B");
  const experiments = store.get(experimentsStored.state);
  expect(variantOf(experiments, "AB_Test_FIT1_OTO_2")).toBe("B");
});

test("forces a currency, and keeps it over a reload", () => {
  const store = show();
  choose("Currency", "Great Britain");
  expect(store.get(geoAtom)?.country_code).toBe("GB");
  cleanup();
  show();
  expect(value("Currency")).toBe("Great Britain");
});

test("shows every experiment of the brand when asked for, as the server has it", async () => {
  const side = (component: string, weight: number) => ({ component, weight });
  const components = [side("A", 0.75), side("B", 0.25)];
  const configs = [{ variable_block: "abbib1_oto_2", components }];
  api.answer = () => ({ body: { configs } });
  show();
  expect(api.calls).toHaveLength(0);
  toggle("Experiments of the brand", true);
  await screen.findByText("A 75%, B 25%");
  expect(screen.getByText("abbib1_oto_2").tagName).toBe("DT");
  expect(api.calls.map(({ path }) => path)).toEqual(["/ab/all-configs"]);
  toggle("Experiments of the brand", false);
  expect(api.calls).toHaveLength(1);
});

test.each([
  ["none", { body: { configs: [] } }, "None is running."],
  ["nonsense", { body: { configs: 1 } }, "The server could not be asked."],
  ["a refusal", { status: 403 }, "The server could not be asked."],
])("says what the server answers: %s", async (_, reply, text) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  api.answer = () => reply;
  show();
  toggle("Experiments of the brand", true);
  const said = await screen.findByText(text);
  expect(said.closest("[data-tester]")).not.toBeNull();
  warn.mockRestore();
});

test("shows what is stored when asked for", () => {
  localStorage.setItem(CONSENT_KEY, '"declined"');
  show();
  const details = toggle("Stored state", true);
  expect(details.textContent).toContain('consent: "declined"');
});

test("clears the visitor, who stays a tester", () => {
  localStorage.setItem(CONSENT_KEY, '"declined"');
  document.cookie = "tester=proof; path=/";
  document.cookie = `${SESSION_COOKIE}=s-1; path=/`;
  let reloads = 0;
  clearVisitor(undefined, undefined, () => {
    reloads += 1;
  });
  expect(localStorage.length).toBe(0);
  expect(document.cookie).toContain("tester=proof");
  expect(document.cookie).not.toContain("s-1");
  expect(reloads).toBe(1);
});
