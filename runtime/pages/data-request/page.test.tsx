// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { renderOffer, type OfferSetting } from "../../testing/render-offer.tsx";
import { RUN_MS } from "../../core/run-of-taps.ts";
import { Page } from "./page.tsx";

const props: PageProps["data-request"] = {
  heading: "Your data is yours",
  copy: "Send me a copy",
  erase: "Delete my data",
  sent: "If we know this address, a link is on its way.",
};
const shown = { page: "data-request", props } as const;

const show = (setting?: OfferSetting) =>
  renderOffer(shown, <Page {...props} />, setting);
const write = (email: string) =>
  fireEvent.change(screen.getByLabelText("Email"), {
    target: { value: email },
  });
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
  });

test.each([
  ["Send me a copy", "export"],
  ["Delete my data", "erase"],
])(
  "%s asks for it, and says the same for every email",
  async (name, wanted) => {
    const { calls } = show({ answer: () => ({ accepted: true }) });
    expect(screen.getByRole("alert").childElementCount).toBe(0);
    write(" ada@example.com ");
    await press(name);
    expect(calls).toMatchObject([
      {
        path: "/visitor/ask-for-data",
        body: { email: "ada@example.com", wanted },
      },
    ]);
    const status = screen.getByRole("status");
    expect(status.textContent).toBe(`ada@example.com${props.sent}`);
    expect(document.activeElement).toBe(status);
  },
);

test("what is no email is not sent", async () => {
  const { calls } = show();
  write("ada");
  await press("Delete my data");
  expect(calls).toEqual([]);
  expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe(
    "true",
  );
});

test("whoever takes the better spelling goes on with the button they pressed", async () => {
  vi.useFakeTimers();
  show();
  write("ada@gmial.com");
  await press("Delete my data");
  vi.advanceTimersByTime(RUN_MS);
  await press("ada@gmail.com");
  expect(document.activeElement).toBe(
    screen.getByRole("button", { name: "Delete my data" }),
  );
  vi.useRealTimers();
});

test("what failed is said, with whom to ask, and may be tried again", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  let works = false;
  const { calls } = show({
    answer: () => {
      if (!works) throw new Error("down");
      return { accepted: true };
    },
  });
  write("ada@example.com");
  await press("Delete my data");
  expect(screen.getByText(/could not ask just now/)).toBeDefined();
  expect(screen.getByRole("link", { name: /@/ })).toBeDefined();
  works = true;
  await press("Delete my data");
  expect(calls).toHaveLength(2);
  expect(screen.getByRole("status").textContent).toContain(props.sent);
});
