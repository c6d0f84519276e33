// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import {
  hydrateOffer,
  type OfferSetting,
  renderOffer,
} from "../../testing/render-offer.tsx";
import { RUN_MS } from "../../core/run-of-taps.ts";
import { Page } from "./page.tsx";

const props: PageProps["authorization"] = {
  heading: "Welcome back",
  text: "Enter your email.",
  layout: "split",
  button: "Log in",
  unknown: "We found nothing under this address.",
  quiz: { label: "I am new here", href: "/quiz" },
};
const shown = { page: "authorization", props } as const;

const show = (setting?: OfferSetting) =>
  renderOffer(shown, <Page {...props} />, setting);
const field = () => screen.getByLabelText<HTMLInputElement>("Email");
const submit = (email: string) =>
  act(async () => {
    fireEvent.change(field(), { target: { value: email } });
    fireEvent.click(screen.getByRole("button", { name: "Log in" }));
  });
const token = (value: unknown) => () => ({ data: { data: { token: value } } });

test("whoever is known goes to the product with a token, once", async () => {
  const { assigned, calls } = show({ answer: token("t-1") });
  await submit(" ada@example.com ");
  expect(assigned).toEqual(["https://stillwater.example/?token=t-1"]);
  const [{ path, body } = {}] = calls;
  expect(path).toBe("/courses/auth/tokens/create");
  expect(body instanceof FormData && body.get("email")).toBe("ada@example.com");
  const button = screen.getByRole("button", { name: "Log in" });
  expect(button.getAttribute("aria-busy")).toBe("true");
  fireEvent.click(button);
  expect(calls).toHaveLength(1);
});

const isBusy = () =>
  screen.getByRole("button", { name: "Log in" }).getAttribute("aria-busy");

test("whoever comes back from the product may log in once more", async () => {
  const { assigned, comeBack } = show({ answer: token("t-1") });
  await submit("ada@example.com");
  expect(isBusy()).toBe("true");
  comeBack();
  expect(isBusy()).toBeNull();
  await submit("ada@example.com");
  expect(assigned).toHaveLength(2);
});

test("where the product cannot be reached it says so, and lets them try again", async () => {
  let isOver: () => void = () => undefined;
  const sleep = () => new Promise<void>((resolve) => (isOver = resolve));
  show({ answer: token("t-1"), sleep });
  await submit("ada@example.com");
  expect(isBusy()).toBe("true");
  await act(async () => isOver());
  expect(isBusy()).toBeNull();
  expect(screen.getByRole("alert").textContent).toContain("try again");
});

test("whoever has left the page is not taken to the product", async () => {
  let answer: (token: unknown) => void = () => undefined;
  const { assigned, goTo } = show({
    answer: () => new Promise((resolve) => (answer = resolve)),
  });
  await submit("ada@example.com");
  await goTo("/quiz/elsewhere");
  await act(async () => answer(token("t-1")()));
  expect(assigned).toEqual([]);
});

test("whoever is not is told so, and whom to ask, and may try again", async () => {
  let known = false;
  const { assigned } = show({ answer: () => token(known ? "t-2" : null)() });
  await submit("ada@example.com");
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("We found nothing under this address.");
  const support = screen.getByRole<HTMLAnchorElement>("link", { name: /@/ });
  expect(support.href).toBe("mailto:help@stillwater.example");
  expect(assigned).toEqual([]);
  known = true;
  await submit("ada@example.org");
  expect(alert.textContent).toBe("");
  expect(assigned).toHaveLength(1);
});

test("a call that fails is not told as an unknown address", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  show();
  await submit("ada@example.com");
  const { textContent } = screen.getByRole("alert");
  expect(textContent).toContain("try again");
  expect(textContent).not.toContain("nothing under this address");
});

test("what is wrong with an address is said at the field, and asks nobody", async () => {
  vi.useFakeTimers();
  const { calls } = show({ answer: token("t-1") });
  await submit("ada");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  await submit("ada@gmial.com");
  expect(document.activeElement).toBe(
    screen.getByRole("button", { name: "ada@gmail.com" }),
  );
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(RUN_MS);
  await submit("ada@gmial.com");
  expect(calls).toHaveLength(1);
  vi.useRealTimers();
});

test("there is an equal way into the quiz", () => {
  show();
  const link = screen.getByRole("link", { name: "I am new here" });
  expect(link.dataset["action"]).toBe("continue");
  expect(link.getAttribute("href")).toBe("/quiz");
});

test("what was typed before the page came alive is kept", () => {
  const { complaints, html } = hydrateOffer(shown, <Page {...props} />, {
    contact: { email: "old@example.com" },
    before: (page) => {
      const email = page.querySelector<HTMLInputElement>("[name=email]");
      if (email) email.value = "new@example.com";
    },
  });
  expect(complaints).toEqual([]);
  expect(html).toContain('data-layout="split"');
  expect(field().value).toBe("new@example.com");
});
