// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import {
  hydrateOffer,
  type OfferSetting,
  renderOffer,
} from "../../testing/render-offer.tsx";
import { Page } from "./page.tsx";

const props: PageProps["contact"] = {
  heading: "Write to us",
  text: "A person reads it.",
  button: "Send",
  sent: "We have your message.",
};
const shown = { page: "contact", props } as const;
const stored = () => ({
  visitor_info: { visitor_id: "v-1", is_new_visitor: false, contact_info: {} },
  event_id: "e-1",
});

const show = (setting?: OfferSetting) =>
  renderOffer(shown, <Page {...props} />, setting);
const field = (name: string) =>
  screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(name);
const write = (words: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(words))
    fireEvent.change(field(name), { target: { value } });
};
const submit = () =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
  });
const MESSAGE = {
  Name: " Ada  Lovelace ",
  Email: "ada@example.com",
  Message: " First line\nSecond\u0007 line ",
};

test("a message is sent tidied, and its arrival is told where the form was", async () => {
  const { calls } = show({ answer: stored });
  write(MESSAGE);
  await submit();
  expect(calls).toMatchObject([
    {
      path: "/visitor/store-contact-info",
      body: {
        name: "Ada Lovelace",
        email: "ada@example.com",
        message: "First line\nSecond line",
        http_referer: "https%3A%2F%2Fcalm.example%2Fquiz%2Fhere",
      },
    },
  ]);
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("We have your message.");
  expect(document.activeElement).toBe(status);
  expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
});

test("what did not arrive still stands there, and is stored once when sent again", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  let works = false;
  const { calls } = show({
    answer: () => {
      if (!works) throw new Error("down");
      return stored();
    },
  });
  write(MESSAGE);
  await submit();
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("Your message has not arrived.");
  expect(field("Message").value).toBe(MESSAGE.Message);
  works = true;
  await submit();
  expect(screen.getByText("We have your message.")).toBeTruthy();
  const events = calls.map(({ body }) => Object(body).event_id);
  expect(events).toHaveLength(2);
  expect(new Set(events).size).toBe(1);
});

test("another message is another event", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { calls } = show();
  write(MESSAGE);
  await submit();
  write({ Message: "Something else" });
  await submit();
  const events = calls.map(({ body }) => Object(body).event_id);
  expect(new Set(events).size).toBe(2);
});

test("what is missing is said at its field, and nothing is sent", async () => {
  const { calls } = show({ answer: stored });
  await submit();
  for (const name of ["Name", "Email", "Message"])
    expect(field(name).getAttribute("aria-invalid")).toBe("true");
  const id = field("Message").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(id)?.textContent).toBe(
    "Write a few words first.",
  );
  write({ ...MESSAGE, Email: "ada@gmial.com" });
  await submit();
  expect(document.activeElement?.textContent).toBe("ada@gmail.com");
  expect(calls).toEqual([]);
});

test("a message may have 2,000 characters; whoever is known need not say it again", () => {
  show({ contact: { name: "Ada", email: "ada@example.com" } });
  expect(field("Message").maxLength).toBe(2_000);
  expect(field("Name").value).toBe("Ada");
  expect(field("Email").value).toBe("ada@example.com");
  const direct = screen.getByRole<HTMLAnchorElement>("link", { name: /@/ });
  expect(direct.href).toBe("mailto:help@stillwater.example");
});

test("what was typed before the page came alive is kept", () => {
  const { complaints } = hydrateOffer(shown, <Page {...props} />, {
    before: (page) => {
      const area = page.querySelector("textarea");
      if (area) area.value = "Written early";
    },
  });
  expect(complaints).toEqual([]);
  expect(field("Message").value).toBe("Written early");
});
