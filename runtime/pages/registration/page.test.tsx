// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import {
  hydrateOffer,
  type OfferSetting,
  renderOffer,
} from "../../testing/render-offer.tsx";
import { readersHereAtom } from "../../state/discretion.ts";
import { Page } from "./page.tsx";
import { RUN_MS } from "../../core/run-of-taps.ts";
import { CONTACT_KEY } from "../../core/storage-keys.ts";

const props: PageProps["registration"] = {
  heading: "Which email opens this?",
  fields: ["name", "email"],
  privacy: "No spam.",
  button: "Show my plan",
};
const HERE = "/quiz/here?utm_source=ad";
const NEXT = "/quiz/next?utm_source=ad";

const show = (
  more: Partial<PageProps["registration"]> = {},
  setting?: OfferSetting,
) => {
  const shown = { ...props, ...more };
  return renderOffer(
    { page: "registration", props: shown },
    <Page {...shown} />,
    setting,
  );
};
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) =>
  fireEvent.change(field(name), { target: { value } });
const submit = () =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Show my plan" }));
  });
const errorOf = (name: string) => {
  const input = field(name);
  if (input.getAttribute("aria-invalid") !== "true") return null;
  const id = input.getAttribute("aria-describedby") ?? "";
  return document.getElementById(id)?.textContent ?? null;
};

test("fields say what they are to browsers and keyboards", () => {
  show();
  const email = field("Email");
  expect([email.type, email.inputMode, email.autocomplete]).toEqual([
    "email",
    "email",
    "email",
  ]);
  expect(field("First name").autocomplete).toBe("given-name");
  expect(
    screen.getByRole("button", { name: "Show my plan" }).dataset["action"],
  ).toBe("submit");
});

test("what is wrong with an email is not said while it is typed, but when it is left or sent", async () => {
  show();
  await submit();
  expect(errorOf("Email")).not.toBeNull();
  for (const typed of ["a", "ada@", "ada@example"]) {
    type("Email", typed);
    expect(errorOf("Email")).toBeNull();
  }
  vi.useFakeTimers();
  fireEvent.blur(field("Email"));
  act(() => vi.runAllTimers());
  vi.useRealTimers();
  expect(errorOf("Email")).not.toBeNull();
  type("Email", "ada@exampl");
  expect(errorOf("Email")).toBeNull();
  await submit();
  expect(errorOf("Email")).not.toBeNull();
});

test("whoever comes back from the next document can send the form once more", async () => {
  const { store, comeBack, assigned } = show();
  store.set(readersHereAtom, true);
  type("First name", "Ada");
  type("Email", "ada@example.com");
  await submit();
  await submit();
  expect(assigned).toEqual([NEXT]);
  comeBack();
  await submit();
  expect(assigned).toEqual([NEXT, NEXT]);
});

test("only the fields that are asked for are there, in their order", () => {
  show({ fields: ["email"] });
  expect(screen.queryByLabelText("First name")).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("what is wrong is said at the field, and the first such field gets the focus", async () => {
  const { path, calls } = show();
  type("Email", "ada");
  expect(errorOf("Email")).toBeNull();
  await submit();
  expect(errorOf("First name")).toBe("Enter your first name.");
  expect(errorOf("Email")).toBe(
    "Add the @ and what follows it, as in name@example.com.",
  );
  expect(document.activeElement).toBe(field("First name"));
  type("Email", "ada@example.com");
  expect(errorOf("Email")).toBeNull();
  expect(path()).toBe(HERE);
  expect(calls).toEqual([]);
});

test("the visitor goes on even when nobody answers, once, and the entry is kept", async () => {
  const { path, calls, storage } = show();
  type("First name", " Ada ");
  type("Email", " ada@example.com ");
  const button = screen.getByRole("button", { name: "Show my plan" });
  await act(async () => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
  expect(path()).toBe(NEXT);
  const kept = storage.getItem(CONTACT_KEY) ?? "";
  expect(JSON.parse(kept)).toMatchObject({
    name: "Ada",
    email: "ada@example.com",
  });
  expect(calls.map((call) => call.path)).toEqual([
    "/visitor/store-contact-info",
  ]);
});

test("a slip is offered when the field is left, but to no press before its end", () => {
  vi.useFakeTimers();
  show({ fields: ["email"] });
  type("Email", "ada@gmial.com");
  const offered = () => {
    act(() => vi.runAllTimers());
    return screen.queryByRole("button", { name: "ada@gmail.com" }) !== null;
  };
  fireEvent.pointerDown(screen.getByRole("button", { name: "Show my plan" }));
  fireEvent.blur(field("Email"));
  expect(offered()).toBe(false);
  fireEvent.pointerUp(document.body);
  expect(screen.queryByRole("button", { name: "ada@gmail.com" })).toBeNull();
  expect(offered()).toBe(true);
  vi.useRealTimers();
});

test("a slip is offered when the field is left, and taken with one tap", async () => {
  const { path } = show({ fields: ["email"] });
  type("Email", "ada@gmial.com");
  expect(screen.queryByRole("button", { name: "ada@gmail.com" })).toBeNull();
  fireEvent.blur(field("Email"));
  const offer = await screen.findByRole("button", { name: "ada@gmail.com" });
  expect(offer.closest("[data-personal]")).not.toBeNull();
  fireEvent.click(offer);
  expect(field("Email").value).toBe("ada@gmail.com");
  expect(screen.queryByText(/Did you mean/)).toBeNull();
  expect(document.activeElement).toBe(
    screen.getByRole("button", { name: "Show my plan" }),
  );
  await submit();
  expect(path()).toBe(NEXT);
});

test("a slip holds the form back once; the visitor may keep it", async () => {
  vi.useFakeTimers();
  const { path, storage } = show({ fields: ["email"] });
  type("Email", "ada@gmial.com");
  await submit();
  expect(path()).toBe(HERE);
  expect(document.activeElement).toBe(
    screen.getByRole("button", { name: "ada@gmail.com" }),
  );
  vi.advanceTimersByTime(RUN_MS);
  await submit();
  expect(path()).toBe(NEXT);
  expect(storage.getItem(CONTACT_KEY)).toContain("ada@gmial.com");
  vi.useRealTimers();
});

test("what brings a slip up neither keeps nor corrects it by its second click", async () => {
  vi.useFakeTimers();
  const { path } = show({ fields: ["email"] });
  const better = () => screen.getByRole("button", { name: "ada@gmail.com" });
  type("Email", "ada@gmial.com");
  await submit();
  await submit();
  fireEvent.click(better());
  expect(path()).toBe(HERE);
  expect(field("Email").value).toBe("ada@gmial.com");
  expect(document.activeElement).toBe(better());
  vi.advanceTimersByTime(RUN_MS);
  fireEvent.click(better());
  expect(field("Email").value).toBe("ada@gmail.com");
  vi.useRealTimers();
});

test("whoever corrects a slip by hand keeps the focus while they type", async () => {
  show({ fields: ["email"] });
  type("Email", "ada@gmial.com");
  await submit();
  act(() => field("Email").focus());
  type("Email", "ada@gmial.co");
  type("Email", "ada@gmial.com");
  expect(document.activeElement).toBe(field("Email"));
});

test("a box that is asked for has to be ticked", async () => {
  const { path } = show({ fields: ["email"], consent: "You may write to me." });
  const box = screen.getByRole<HTMLInputElement>("checkbox", {
    name: "You may write to me.",
  });
  expect(box.checked).toBe(false);
  type("Email", "ada@example.com");
  await submit();
  expect(box.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(box);
  expect(path()).toBe(HERE);
  fireEvent.click(box);
  await submit();
  expect(path()).toBe(NEXT);
});

test("what is known already stands in the fields", () => {
  show({}, { contact: { name: "Ada", email: "ada@example.com" } });
  expect(field("First name").value).toBe("Ada");
  expect(field("Email").value).toBe("ada@example.com");
});

test("what was typed and not sent is there for whoever went back and came on again", () => {
  function Again() {
    const [times, setTimes] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setTimes(times + 1)}>
          Back and on
        </button>
        <Page key={times} {...props} />
      </>
    );
  }
  renderOffer({ page: "registration", props }, <Again />);
  type("First name", "Robin");
  type("Email", "robin@");
  const before = field("Email");
  fireEvent.click(screen.getByRole("button", { name: "Back and on" }));
  expect(field("Email")).not.toBe(before);
  expect([field("First name").value, field("Email").value]).toEqual([
    "Robin",
    "robin@",
  ]);
});

test("what was typed before the page came alive is kept", () => {
  const { complaints, html } = hydrateOffer(
    { page: "registration", props },
    <Page {...props} />,
    {
      contact: { name: "Ada", email: "old@example.com" },
      before: (page) => {
        const email = page.querySelector<HTMLInputElement>("[name=email]");
        if (email) email.value = "new@example.com";
      },
    },
  );
  expect(complaints).toEqual([]);
  expect(html).not.toContain("style=");
  expect(field("First name").value).toBe("Ada");
  expect(field("Email").value).toBe("new@example.com");
});
