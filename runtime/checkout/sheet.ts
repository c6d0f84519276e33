import styles from "./sheet.module.css";
import { enterSheet, leaveSheet } from "./sheet-entry.ts";

/** How often a page that is still loading is looked at; milliseconds. */
const LOOK_MS = 100;

/** How a sheet closed: its page came to its end, the visitor closed it, or the page could not be reached. */
export type SheetEnd = "at-end" | "closed" | "stayed";

interface Sheet {
  /** Leads the frame to its page. */
  readonly go: (frame: HTMLIFrameElement) => void;
  /** Whether the page in the frame is past the last one that is to be seen there. */
  readonly isAtEnd: (location: Location) => boolean;
  /** Over when the page has had time enough to come. */
  readonly timeout: Promise<unknown>;
}

/** Browsers without modal dialogs are led to the page instead. */
export function canOpenSheet(): boolean {
  return (
    typeof HTMLDialogElement !== "undefined" &&
    "showModal" in HTMLDialogElement.prototype
  );
}

/** Shows a page of our own over the page on screen, until it comes to its end, or the visitor closes it, by Back too. */
export async function openSheet(sheet: Sheet): Promise<SheetEnd> {
  const dialog = document.createElement("dialog");
  dialog.className = styles.sheet ?? "";
  dialog.dataset["sheet"] = "loading";
  // What is typed there is told to nobody, like an answer: recorders look into frames of this origin.
  dialog.dataset["answer"] = "";
  dialog.setAttribute("aria-label", "Payment");
  const frame = document.createElement("iframe");
  Object.assign(frame, { name: "sheet", title: "Payment", allow: "payment" });
  const end = endOf(dialog, frame, sheet);
  const close = () => dialog.close();
  dialog.append(closeButton(close), frame);
  document.body.append(dialog);
  // Whoever comes back by the browser's cache finds the offer, which asks what became of the payment.
  let onScreen = Promise.resolve();
  const hide = () => {
    onScreen = new Promise((resolve) =>
      window.addEventListener("pageshow", () => resolve(), { once: true }),
    );
    close();
  };
  window.addEventListener("pagehide", hide);
  const stopListening = enterSheet(close);
  dialog.showModal();
  sheet.go(frame);
  const how = await end;
  window.removeEventListener("pagehide", hide);
  stopListening();
  // Gives the focus back.
  dialog.close();
  dialog.remove();
  await onScreen;
  await leaveSheet();
  return how;
}

/**
 * Marks a sheet as ready once its page can be seen, and says how it closed. One of our own can be seen once it is
 * parsed: a script of a third party may hold back its `load` for as long as the page itself waits for that.
 */
async function endOf(
  dialog: HTMLDialogElement,
  frame: HTMLIFrameElement,
  { isAtEnd, timeout }: Sheet,
): Promise<SheetEnd> {
  const isLoading = () => dialog.dataset["sheet"] === "loading";
  let timer: ReturnType<typeof setInterval> | undefined;
  const end = await new Promise<SheetEnd>((resolve) => {
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") resolve("closed");
    };
    const look = () => {
      const shown = frame.contentWindow;
      const place = placeOf(shown);
      // What is in the frame before anything was asked for.
      if (place?.href === "about:blank") return;
      // The page of a browser or a proxy, in place of one that cannot be reached.
      if (isLoading() && (place === null || isFault(shown)))
        return resolve("stayed");
      dialog.dataset["sheet"] = "ready";
      if (place === null) return;
      if (isAtEnd(place)) return resolve("at-end");
      shown?.addEventListener("keydown", closeByKey);
    };
    dialog.addEventListener("close", () => resolve("closed"));
    frame.addEventListener("load", look);
    timer = setInterval(() => {
      if (isLoading() && isParsed(frame)) look();
    }, LOOK_MS);
    void timeout.then(() => {
      if (isLoading()) resolve("stayed");
    });
  });
  clearInterval(timer);
  return end;
}

function closeButton(close: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Back to the offer";
  button.addEventListener("click", close);
  return button;
}

/** Whether no server was there to answer; of a page of this origin, in browsers that tell. */
function isFault(shown: Window | null): boolean {
  const [entry] = shown?.performance.getEntriesByType("navigation") ?? [];
  const status: unknown = entry && Reflect.get(entry, "responseStatus");
  return typeof status === "number" && status >= 500;
}

/** Whether a page of this origin is in the frame as a whole, but for what it loads. */
function isParsed({ contentDocument }: HTMLIFrameElement): boolean {
  return contentDocument !== null && contentDocument.readyState !== "loading";
}

/** Null where a page of another origin is shown. */
function placeOf(shown: Window | null): Location | null {
  try {
    return shown?.location.href === undefined ? null : shown.location;
  } catch {
    return null;
  }
}
