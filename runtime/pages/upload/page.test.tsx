// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { FetchError } from "ofetch";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PageProps } from "../../../generated/names.ts";
import {
  hydrateOffer,
  type OfferSetting,
  renderOffer,
} from "../../testing/render-offer.tsx";
import { readersHereAtom } from "../../state/discretion.ts";
import { Page } from "./page.tsx";

const picture = { src: "/a.webp", width: 4, height: 4 };
const props: PageProps["upload"] = {
  heading: "Your photo",
  ask: "Which style?",
  styles: [
    { value: "mosaic", label: "Glass", picture },
    { value: "pencil", label: "Pencil", picture },
    { value: "duotone", label: "Two inks", picture },
  ],
  max: 1,
  privacy: "Deleted afterwards.",
  button: "Make it",
};
const withWords: PageProps["upload"] = {
  ...props,
  prompt: { offer: "No photo?", label: "What shall it show?" },
};

const show = (shown = props, setting?: OfferSetting) =>
  renderOffer({ page: "upload", props: shown }, <Page {...shown} />, setting);
const button = () =>
  screen.getByRole("button", { name: /Make it|first|style|Describe|Opening/ });
const jpeg = (type = "image/jpeg") => new File(["pixels"], "a.jpg", { type });
const SENT = { data: { data: { id: "p-1" } } };

/** Picks a file as the browser's own dialogue does, and waits until it was looked at. */
async function choose(file: File, field = "Choose a photo") {
  const input = screen.getByLabelText(field);
  Object.defineProperty(input, "files", { value: [file], configurable: true });
  await act(async () => fireEvent.change(input));
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("createImageBitmap", () =>
    Promise.resolve({ width: 400, height: 300, close: () => undefined }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(
    Object.assign(Object.create(null), {
      fillRect: () => undefined,
      drawImage: () => undefined,
    }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) =>
    done(new Blob(["small"], { type: "image/jpeg" })),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("says what is missing, then sends photo and style, keeps the id, and goes on", async () => {
  const { calls, path, storage } = show(props, { answer: () => SENT });
  expect(button().textContent).toContain("Add a photo first");
  await choose(jpeg());
  expect(screen.getByAltText("What you have chosen")).toBeTruthy();
  expect(button().textContent).toContain("Choose a style");
  fireEvent.click(screen.getByRole("radio", { name: "Pencil" }));
  fireEvent.click(screen.getByRole("radio", { name: "Glass" }));
  await act(async () => fireEvent.submit(button()));
  const { body } = calls.find((call) => call.path === "/pre-reg-data") ?? {};
  expect(body instanceof FormData && body.get("styles")).toBe('["mosaic"]');
  expect(body instanceof FormData && body.get("device_id")).toBe("d-1");
  expect(path()).toBe("/quiz/next?utm_source=ad");
  const stored = storage.getItem("preview:calm/focus");
  expect(JSON.parse(stored ?? "")).toEqual({
    v: 1,
    id: "p-1",
    status: "pending",
  });
  expect(storage.getItem("checkout")).toContain('"userId":"p-1"');
});

test("whoever comes back from the next document can send once more", async () => {
  const { store, comeBack, assigned } = show(props, { answer: () => SENT });
  store.set(readersHereAtom, true);
  const send = async () => act(async () => button().click());
  await choose(jpeg());
  fireEvent.click(screen.getByLabelText("Glass"));
  await send();
  await waitFor(() => expect(assigned).toHaveLength(1));
  await send();
  expect(assigned).toHaveLength(1);
  comeBack();
  await send();
  await waitFor(() => expect(assigned).toHaveLength(2));
});

test("of several styles, the sheet holds the latest", async () => {
  show({ ...props, max: 2 });
  const box = (name: string) => screen.getByRole("checkbox", { name });
  for (const name of ["Glass", "Pencil", "Two inks"])
    fireEvent.click(box(name));
  const ticked = ["Glass", "Pencil", "Two inks"].filter((name) =>
    box(name).matches(":checked"),
  );
  expect(ticked).toEqual(["Pencil", "Two inks"]);
  fireEvent.click(box("Pencil"));
  expect(box("Pencil").matches(":checked")).toBe(false);
});

test("a file that is no picture is refused beside the field, and the next one is taken", async () => {
  show();
  await choose(jpeg("application/pdf"));
  const input = screen.getByLabelText("Choose a photo");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  const message = document.getElementById(
    input.getAttribute("aria-describedby") ?? "",
  );
  expect(message?.textContent).toContain("not a picture");
  await choose(jpeg());
  expect(message?.isConnected).toBe(false);
  expect(screen.getByText("Another photo")).toBeTruthy();
});

test("a camera is offered as well", async () => {
  show();
  const camera = screen.getByLabelText("Take a photo");
  expect(camera.getAttribute("capture")).toBe("user");
  expect(camera.getAttribute("accept")).toBe("image/*");
  await choose(jpeg(), "Take a photo");
  expect(screen.getByAltText("What you have chosen")).toBeTruthy();
});

test.each<[number | null, RegExp]>([
  [413, /too large/],
  [422, /cannot be used/],
  [429, /Wait a minute/],
  [503, /did not arrive/],
  [null, /did not arrive/],
])(
  "status %s: it says so, keeps everything, and can be sent again",
  async (status, words) => {
    let works = false;
    const failure = Object.assign(new FetchError("no"), { status });
    const { calls, path } = show(props, {
      answer: () => {
        if (works) return SENT;
        throw failure;
      },
    });
    await choose(jpeg());
    fireEvent.click(screen.getByRole("radio", { name: "Glass" }));
    await act(async () => fireEvent.submit(button()));
    expect(screen.getByRole("alert").textContent).toMatch(words);
    expect(path()).toBe("/quiz/here?utm_source=ad");
    works = true;
    await act(async () => fireEvent.submit(button()));
    expect(calls.filter((call) => call.path === "/pre-reg-data")).toHaveLength(
      2,
    );
    expect(path()).toBe("/quiz/next?utm_source=ad");
  },
);

test("while it is sent, nothing is sent twice", async () => {
  const { calls } = show(props, { answer: () => new Promise(() => undefined) });
  await choose(jpeg());
  fireEvent.click(screen.getByRole("radio", { name: "Glass" }));
  fireEvent.submit(button());
  fireEvent.submit(button());
  expect(screen.getByRole("progressbar", { name: "Sent" })).toBeTruthy();
  expect(calls.filter((call) => call.path === "/pre-reg-data")).toHaveLength(1);
});

test("while another photo is opened, the one before is not sent", async () => {
  const { calls } = show(props, { answer: () => SENT });
  await choose(jpeg());
  fireEvent.click(screen.getByRole("radio", { name: "Glass" }));
  vi.stubGlobal("createImageBitmap", () => new Promise(() => undefined));
  await choose(jpeg(), "Another photo");
  expect(button().textContent).toContain("Opening your photo");
  await act(async () => fireEvent.submit(button()));
  expect(calls.filter((call) => call.path === "/pre-reg-data")).toEqual([]);
});

test("while it is sent, nothing else is shown than what is sent", async () => {
  show({ ...props, max: 2 }, { answer: () => new Promise(() => undefined) });
  await choose(jpeg());
  const box = (name: string) => screen.getByRole("checkbox", { name });
  fireEvent.click(box("Glass"));
  fireEvent.submit(button());
  expect(screen.queryByLabelText("Another photo")).toBeNull();
  fireEvent.click(box("Pencil"));
  expect(box("Pencil").matches(":checked")).toBe(false);
});

test("words will do instead of a photo, where the page says so", async () => {
  const { calls, path } = show(withWords, { answer: () => SENT });
  fireEvent.click(screen.getByRole("button", { name: "No photo?" }));
  expect(button().textContent).toContain("Describe your picture");
  const field = screen.getByLabelText("What shall it show?");
  fireEvent.change(field, { target: { value: "  A fox  " } });
  await act(async () => fireEvent.submit(button()));
  const { body } = calls.find((call) => call.path === "/pre-reg-data") ?? {};
  expect(body instanceof FormData && body.get("prompt")).toBe('"A fox"');
  expect(body instanceof FormData && body.has("image")).toBe(false);
  expect(path()).toBe("/quiz/next?utm_source=ad");
});

test("back to the photo, it is still there", async () => {
  show(withWords);
  await choose(jpeg());
  fireEvent.click(screen.getByRole("button", { name: "No photo?" }));
  fireEvent.click(screen.getByRole("button", { name: "Use a photo" }));
  expect(screen.getByAltText("What you have chosen")).toBeTruthy();
});

test("whoever goes elsewhere and comes back finds their photo, style and words", async () => {
  const { goTo } = show(withWords);
  const leaveAndComeBack = async () => {
    await goTo("/quiz/next");
    await goTo("/quiz/here");
  };
  await choose(jpeg());
  fireEvent.click(screen.getByRole("radio", { name: "Pencil" }));
  await leaveAndComeBack();
  expect(screen.getByAltText("What you have chosen")).toBeTruthy();
  expect(
    screen.getByRole("radio", { name: "Pencil" }).matches(":checked"),
  ).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "No photo?" }));
  const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");
  fireEvent.change(field(), { target: { value: "A lighthouse" } });
  await leaveAndComeBack();
  expect(field().value).toBe("A lighthouse");
});

test("a photo that is still opened when its page is left takes the place of no other", async () => {
  const opened: ((image: object) => void)[] = [];
  vi.stubGlobal(
    "createImageBitmap",
    () => new Promise((done) => opened.push(done)),
  );
  const { goTo } = show();
  await choose(jpeg());
  await goTo("/quiz/next");
  await goTo("/quiz/here");
  const image = { width: 400, height: 300, close: () => undefined };
  await act(async () => opened[0]?.(image));
  expect(screen.queryByAltText("What you have chosen")).toBeNull();
  await choose(jpeg());
  await act(async () => opened[1]?.(image));
  expect(screen.getByAltText("What you have chosen")).toBeTruthy();
});

test("whoever went back while it was sent stays there, and the answer of an older order is not taken", async () => {
  const answers: ((answer: unknown) => void)[] = [];
  const { path, storage, goTo } = show(withWords, {
    answer: () => new Promise((resolve) => answers.push(resolve)),
  });
  const order = async (words: string) => {
    const field = screen.getByLabelText("What shall it show?");
    fireEvent.change(field, { target: { value: words } });
    await act(async () => fireEvent.submit(field));
  };
  const arrive = (index: number, id: string) =>
    act(async () => answers[index]?.({ data: { data: { id } } }));
  fireEvent.click(screen.getByRole("button", { name: "No photo?" }));
  await order("A fox");
  await goTo("/quiz/elsewhere");
  expect(path()).toBe("/quiz/elsewhere");
  await goTo("/quiz/here");
  await order("A hare");
  await goTo("/quiz/elsewhere");
  await arrive(1, "p-2");
  await arrive(0, "p-1");
  expect(path()).toBe("/quiz/elsewhere");
  expect(storage.getItem("checkout")).toContain('"userId":"p-2"');
});

test("what was chosen before the page came alive is taken over", async () => {
  const { complaints } = hydrateOffer(
    { page: "upload", props },
    <Page {...props} />,
    {
      before: (html) => {
        const style = html.querySelector<HTMLInputElement>("[value=mosaic]");
        if (style !== null) style.checked = true;
        const file = html.querySelector("[name=photo]");
        if (file !== null)
          Object.defineProperty(file, "files", { value: [jpeg()] });
      },
    },
  );
  expect(complaints).toEqual([]);
  await waitFor(() => screen.getByAltText("What you have chosen"));
  expect(button().textContent).toContain("Make it");
});

test("of more styles than there is room for, chosen before the page came alive, the latest stay", async () => {
  const more = { ...props, max: 2 };
  hydrateOffer({ page: "upload", props: more }, <Page {...more} />, {
    before: (html) => {
      for (const box of html.querySelectorAll<HTMLInputElement>("[name=style]"))
        box.checked = true;
    },
  });
  const boxes = screen.getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ checked }) => checked)).toEqual([false, true, true]);
});
