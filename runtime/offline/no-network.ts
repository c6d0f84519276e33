/** Runs in the kept document: what it says of the network goes when that is back. */
addEventListener("online", () => {
  document.querySelector("[data-no-network]")?.remove();
});
