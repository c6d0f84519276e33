import { reloadOnce } from "../screen/reload-once.ts";

const BOOT_FAILURE = "boot-failure";

/** Says that the page cannot be brought to life; the script in the head hears it. */
export function reportBootFailure(): void {
  dispatchEvent(new Event(BOOT_FAILURE));
}

/**
 * For the script in the head: whoever is left with a page that no script comes to gets it anew, once, and is told where
 * that does not help. Nothing here may need a script that has to be fetched.
 */
export function handleBootFailure(): void {
  addEventListener(BOOT_FAILURE, help);
  // A script that is gone, or one that it imports; nobody is stuck for want of others.
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement && isOurs(target)) help();
  };
  addEventListener("error", onError, true);
}

function isOurs({ src }: HTMLScriptElement): boolean {
  return src.startsWith(`${location.origin}/`);
}

let isHelping = false;

function help(): void {
  if (document.readyState === "loading")
    return addEventListener("DOMContentLoaded", help, { once: true });
  if (isHelping) return;
  isHelping = true;
  void reloadOnce().then((reloading) => {
    if (reloading !== "reloads") tell();
  });
}

function tell(): void {
  delete document.documentElement.dataset["restoring"];
  document.querySelector("[data-preloader]")?.remove();
  const notice = document.createElement("p");
  const again = document.createElement("button");
  notice.dataset["bootFailure"] = "";
  notice.role = "alert";
  again.textContent = "Try again";
  again.addEventListener("click", () => location.reload());
  notice.append("This page did not load completely. Your answers are kept. ");
  notice.append(again);
  document.body.append(notice);
}
