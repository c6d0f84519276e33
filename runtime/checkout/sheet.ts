import styles from "./sheet.module.css";
import { enterSheet, leaveSheet } from "./sheet-entry.ts";

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
  const end = new Promise<SheetEnd>((resolve) => {
    dialog.addEventListener("close", () => resolve("closed"));
    frame.addEventListener("load", () => {
      const shown = frame.contentWindow;
      const place = placeOf(shown);
      // What is in the frame before anything was asked for.
      if (place?.href === "about:blank") return;
      // The page of a browser or a proxy, in place of one that cannot be reached.
      if (
        dialog.dataset["sheet"] === "loading" &&
        (place === null || isFault(shown))
      )
        return resolve("stayed");
      dialog.dataset["sheet"] = "ready";
      if (place === null) return;
      if (sheet.isAtEnd(place)) return resolve("at-end");
      shown?.addEventListener("keydown", ({ key }) => {
        if (key === "Escape") resolve("closed");
      });
    });
    void sheet.timeout.then(() => {
      if (dialog.dataset["sheet"] === "loading") resolve("stayed");
    });
  });
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

/** Null where a page of another origin is shown. */
function placeOf(shown: Window | null): Location | null {
  try {
    return shown?.location.href === undefined ? null : shown.location;
  } catch {
    return null;
  }
}
