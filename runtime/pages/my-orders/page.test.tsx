// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { renderOffer } from "../../testing/render-offer.tsx";
import { Page } from "./page.tsx";

const props: PageProps["my-orders"] = {
  heading: "Your orders",
  button: "Send me the link",
  sent: "If something was ordered under this address, a link is on its way.",
};

test("the link to the orders is asked for, and the same is said for every email", async () => {
  const { calls } = renderOffer(
    { page: "my-orders", props },
    <Page {...props} />,
    {
      answer: () => ({ accepted: true }),
    },
  );
  fireEvent.change(screen.getByLabelText("Email"), {
    target: { value: "ada@example.com" },
  });
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Send me the link" }));
  });
  expect(calls).toMatchObject([
    {
      path: "/visitor/ask-for-data",
      body: { email: "ada@example.com", wanted: "orders" },
    },
  ]);
  expect(screen.getByRole("status").textContent).toBe(
    `ada@example.com${props.sent}`,
  );
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Use another email" }));
  });
  const field = screen.getByLabelText<HTMLInputElement>("Email");
  expect(field.value).toBe("ada@example.com");
  expect(document.activeElement).toBe(field);
});
