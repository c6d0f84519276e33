// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show } from "../testing/offer.tsx";

const share = vi.fn<(data: ShareData) => Promise<void>>();
const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  share.mockReset().mockResolvedValue();
  writeText.mockReset().mockResolvedValue();
});
afterEach(() => void vi.unstubAllGlobals());

const answers = { gender: "female", rating: 4 };
const LINK = /^https:\/\/calm\.example\/[\w/-]+#resume=%7B[\w%.-]+%7D$/;

/** The offer of a visitor with answers, and its link's panel opened in a browser that can so much. */
async function open(browser: object) {
  vi.stubGlobal("navigator", browser);
  const { container } = show(undefined, { journey: { answers } });
  const panel = container.querySelector<HTMLDetailsElement>("[data-resume]");
  if (panel === null) throw new Error("the offer has no link");
  await act(async () => {
    panel.open = true;
    fireEvent(panel, new Event("toggle"));
  });
}

test("where the browser can share, the link is handed to it", async () => {
  await open({ share, clipboard: { writeText } });
  expect(screen.queryByRole("link", { name: /Mail/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Send the link" }));
  expect(share).toHaveBeenCalledWith({
    title: document.title,
    url: expect.stringMatching(LINK),
  });
});

test("whoever does not send it after all sees no error", async () => {
  share.mockRejectedValue(new DOMException("closed", "AbortError"));
  await open({ share, clipboard: { writeText } });
  fireEvent.click(screen.getByRole("button", { name: "Send the link" }));
  await act(async () => {});
  expect(screen.queryByRole("alert")).toBeNull();
});

test("where it cannot, the link is mailed or copied", async () => {
  await open({ clipboard: { writeText } });
  const mail = screen.getByRole("link", { name: "Mail it to yourself" });
  const address = new URL(mail.getAttribute("href") ?? "");
  expect(address.protocol).toBe("mailto:");
  const link = address.searchParams.get("body");
  expect(link).toMatch(LINK);
  expect(mail.closest("[data-private]")).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Copy the link" }));
  await screen.findByText("Copied.");
  expect(writeText).toHaveBeenCalledWith(link);
});
