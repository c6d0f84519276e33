/** Runs in the kept document: what it says of the network goes when that is back. */
const ASKED_EVERY_MS = 5_000;

const word = () => document.querySelector("[data-no-network]");
const remove = () => word()?.remove();

addEventListener("online", remove);

/** A browser that was told of no loss tells of no return either: the site itself is asked. */
async function ask(): Promise<void> {
  if (word() === null) return;
  try {
    await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
    remove();
  } catch {
    setTimeout(() => void ask(), ASKED_EVERY_MS);
  }
}

setTimeout(() => void ask(), ASKED_EVERY_MS);
