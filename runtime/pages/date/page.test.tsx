// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { hearTimeAtom } from "../../state/server-clock.ts";
import {
  describedBy,
  hydratePage,
  renderPage,
  type Setting,
} from "../../testing/render-page.tsx";
import { Page } from "./page.tsx";

const props: PageProps["date"] = {
  ask: "When were you born?",
  earliest: "1920-01-01",
  latest: "today",
  button: "Continue",
};
const show = (setting?: Setting) =>
  renderPage({ page: "date", props }, <Page {...props} />, setting);
const field = () =>
  screen.getByLabelText<HTMLInputElement>("When were you born?");
const send = () =>
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(2026, 2, 5));
});
afterEach(() => void vi.useRealTimers());

test("is a native date field within its bounds", () => {
  show();
  expect(field().type).toBe("date");
  expect(field().min).toBe("1920-01-01");
  expect(field().max).toBe("2026-03-05");
});

test("stores the date and goes on", () => {
  const { answered, address } = show();
  fireEvent.change(field(), { target: { value: "1990-06-15" } });
  send();
  expect(answered()).toBe("1990-06-15");
  expect(address()).toBe("PUSH /quiz/3-last?utm_source=ad");
});

test("a date in the future is not taken", () => {
  const { answered, address } = show();
  fireEvent.change(field(), { target: { value: "2090-06-15" } });
  send();
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(
    document.getElementById(field().getAttribute("aria-describedby") ?? "")
      ?.textContent,
  ).toBe("That day is still to come. Please check the year.");
  expect(answered()).toBeUndefined();
  expect(address()).toBe("POP /quiz/2-asked?utm_source=ad");
});

test("today is the server's day, also where the device's clock is behind", () => {
  const { store, answered } = show();
  const device = Date.now();
  const server = new Date(2026, 2, 7).getTime();
  act(() => store.set(hearTimeAtom, { server, device }));
  expect(field().max).toBe("2026-03-07");
  fireEvent.change(field(), { target: { value: "2026-03-06" } });
  send();
  expect(answered()).toBe("2026-03-06");
});

test("the line below the question belongs to the field, with what is wrong before it", () => {
  const helped = { ...props, help: "As in your passport." };
  renderPage({ page: "date", props: helped }, <Page {...helped} />);
  expect(describedBy(field())).toEqual(["As in your passport."]);
  send();
  expect(describedBy(field())).toEqual([
    "Please choose a date.",
    "As in your passport.",
  ]);
});

test("after Back the date is shown", () => {
  show({ answer: "1985-01-02" });
  expect(field().value).toBe("1985-01-02");
});

test("what was picked and not sent is there after Back, and forgotten once it was sent", () => {
  const { store } = show();
  fireEvent.change(field(), { target: { value: "1990-06-15" } });
  cleanup();
  show({ store });
  expect(field().value).toBe("1990-06-15");
  send();
  cleanup();
  show({ store, answer: "1985-01-02" });
  expect(field().value).toBe("1985-01-02");
});

test("the HTML knows no today", () => {
  const { html, complaints } = hydratePage(
    { page: "date", props },
    <Page {...props} />,
  );
  expect(complaints).toEqual([]);
  expect(html).not.toContain("2026");
  expect(html).not.toContain("style=");
  expect(field().max).toBe("2026-03-05");
});
