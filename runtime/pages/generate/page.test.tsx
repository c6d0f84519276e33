// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { FetchError } from "ofetch";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import { hydrateOffer, renderOffer } from "../../testing/render-offer.tsx";
import { shareAfter } from "./developing.tsx";
import { Page } from "./page.tsx";

const props: PageProps["generate"] = {
  heading: "In the developer",
  stages: ["Evening out", "Rinsing"],
  done: "There you are",
  text: "Made from your photo.",
  save: "Keep it",
  button: "Go on",
  skip: "Without a picture",
};
const KEY = "preview:calm/focus";
const PICTURE = new Blob(["pixels"], { type: "image/jpeg" });
const job = (status: string) => JSON.stringify({ v: 1, id: "p-1", status });
const said = (status: string) => ({ id: "p-1", status, new_image: null });

/** What the server says about the job, one answer after another; an error is thrown. */
async function show(stored: string | null, ...answers: readonly unknown[]) {
  const left = [...answers];
  const shown = renderOffer({ page: "generate", props }, <Page {...props} />, {
    stored: stored === null ? {} : { [KEY]: stored },
    answer: (path) => {
      if (!path.startsWith("/visitor/")) return null;
      const answer = left.length > 1 ? left.shift() : left[0];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  await act(async () => {
    // What follows the job is fetched with the first page that has one.
    await import("../../state/follow-preview.ts");
    await Promise.resolve();
  });
  return shown;
}
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));
const NOT_FOUND = Object.assign(new FetchError("no"), { status: 404 });
const BROKEN = Object.assign(new FetchError("no"), { status: 500 });

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

test("waits, and says what is going on", async () => {
  await show(job("pending"), said("pending"));
  expect(heading()).toBe("In the developer");
  expect(screen.getByRole("status").textContent).toBe("Evening out");
  expect(
    screen.getByRole("progressbar", { name: "Your picture" }),
  ).toBeTruthy();
});

test("shows the picture, lets it be kept, and goes on", async () => {
  const { path, storage } = await show(
    job("pending"),
    said("completed"),
    PICTURE,
  );
  expect(heading()).toBe("There you are");
  const src = screen.getByAltText("Your own print").getAttribute("src");
  expect(src).toMatch(/^blob:/);
  const link = screen.getByRole("link", { name: "Keep it" });
  expect(link.getAttribute("href")).toBe(src);
  expect(storage.getItem(KEY)).toContain('"status":"completed"');
  await press("Go on");
  expect(path()).toBe("/quiz/next?utm_source=ad");
});

test("a finished one is fetched without asking after it again", async () => {
  const { calls } = await show(job("completed"), PICTURE);
  expect(heading()).toBe("There you are");
  expect(calls.map(({ path }) => path)).toEqual([
    "/visitor/download-preview-img/p-1",
  ]);
});

test.each([null, "nonsense", '{"v":1,"id":"../x","status":"pending"}'])(
  "without a job that can be read (%s) it leads to the photo, or on",
  async (stored) => {
    const { path } = await show(stored, said("pending"));
    expect(heading()).toBe("There is no photo yet");
    await press("Without a picture");
    expect(path()).toBe("/quiz/next?utm_source=ad");
  },
);

test("a failed one is told, and not asked after again", async () => {
  const { calls, storage } = await show(job("pending"), said("failed"));
  expect(heading()).toBe("This picture did not work out");
  expect(calls).toHaveLength(1);
  expect(storage.getItem(KEY)).toContain('"status":"failed"');
});

test.each([
  ["the network is", () => window, "online"],
  ["the visitor is", () => document, "visibilitychange"],
])(
  "what was lost on its way is asked after again once %s back",
  async (_, where, type) => {
    const { calls } = await show(
      job("pending"),
      new TypeError("offline"),
      said("completed"),
      PICTURE,
    );
    expect(heading()).toBe("We could not reach your picture");
    await act(async () => {
      where().dispatchEvent(new Event(type));
      // Both may say so.
      window.dispatchEvent(new Event("online"));
    });
    expect(heading()).toBe("There you are");
    expect(calls).toHaveLength(3);
  },
);

test("a picture that did not work out is not asked after by coming back", async () => {
  const { calls } = await show(job("pending"), said("failed"));
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(calls).toHaveLength(1);
});

test.each([BROKEN, new TypeError("offline")])(
  "after %s it can be tried again",
  async (failure) => {
    await show(job("pending"), failure, said("completed"), PICTURE);
    expect(heading()).toBe("We could not reach your picture");
    await press("Try again");
    expect(heading()).toBe("There you are");
  },
);

test("a 404 is no failure yet", async () => {
  await show(job("pending"), NOT_FOUND);
  expect(heading()).toBe("In the developer");
});

test("a picture that cannot be fetched can be asked for again", async () => {
  await show(job("completed"), BROKEN, PICTURE);
  expect(heading()).toBe("We could not reach your picture");
  await press("Try again");
  expect(heading()).toBe("There you are");
});

test("the headline takes the focus of a button that goes, and keeps it while its words change", async () => {
  await show(job("pending"), BROKEN, said("completed"), PICTURE);
  const headline = screen.getByRole("heading", { level: 1 });
  screen.getByRole("button", { name: "Try again" }).focus();
  await press("Try again");
  expect(heading()).toBe("There you are");
  expect(document.activeElement).toBe(headline);
});

test("the server's page is taken over as it is", async () => {
  const { complaints, html } = hydrateOffer(
    { page: "generate", props },
    <Page {...props} />,
  );
  await act(() => Promise.resolve());
  expect(complaints).toEqual([]);
  expect(html).not.toContain("style=");
});

test("the bar moves all the time and never says it is done", () => {
  expect(shareAfter(0)).toBe(0);
  expect(shareAfter(5_000)).toBeGreaterThan(0.3);
  expect(shareAfter(10_000)).toBeGreaterThan(shareAfter(5_000));
  expect(shareAfter(180_000)).toBeLessThan(0.97);
});
