import { reloadOnce } from "./reload-once.ts";

const STRANDED = "stranded";

/** Says that the page cannot be brought to life; the script in the head hears it. */
export function strand(): void {
  dispatchEvent(new Event(STRANDED));
}

/**
 * For the script in the head: whoever is left with a page that no script comes to gets it anew, once, and is told where
 * that does not help. Nothing here may need a script that has to be fetched.
 */
export function helpStranded(): void {
  addEventListener(STRANDED, help);
  // A script that is gone, or one that it imports; what is missing of others strands nobody.
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement && isOurs(target)) help();
  };
  addEventListener("error", onError, true);
}

function isOurs({ src }: HTMLScriptElement): boolean {
  return src.startsWith(`${location.origin}/`);
}

function help(): void {
  if (document.readyState === "loading")
    return addEventListener("DOMContentLoaded", help, { once: true });
  if (reloadOnce() || document.querySelector("[data-stranded]")) return;
  delete document.documentElement.dataset["restoring"];
  document.querySelector("[data-preloader]")?.remove();
  const notice = document.createElement("p");
  const again = document.createElement("button");
  notice.dataset["stranded"] = "";
  notice.role = "alert";
  again.textContent = "Try again";
  again.addEventListener("click", () => location.reload());
  notice.append("This page did not load completely. Your answers are kept. ");
  notice.append(again);
  document.body.append(notice);
}
