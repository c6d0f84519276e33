import { ANSWER_TAPS } from "./plain-page.ts";

/**
 * A built document of a first question as somebody would have written it by hand: the same words, style, font and
 * logo, and a few lines of script instead of all that makes a funnel of it. Its other questions come behind it.
 */
export function sameLook(document: string): string {
  return document
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>\n/, "")
    .replace(/<link rel="stylesheet"[^>]*>\n/, "")
    .replaceAll(/<template[^]*?<\/template>/g, "")
    .replaceAll(/<script[^>]*>[^]*?<\/script>/g, "")
    .replace("</body>", `<script>${SCRIPT}</script></body>`);
}

/** What stands in a built document for the page of it, as a template for the first one's. */
export function laterStep(document: string): string {
  const start = document.indexOf('<div id="root">') + '<div id="root">'.length;
  const ends = [/<template data-address/, /<script/, /<\/body>/].map((end) => {
    const found = document.slice(start).search(end);
    return found === -1 ? document.length : start + found;
  });
  const page = document.slice(start, Math.min(...ends));
  const shown = page
    .slice(0, page.lastIndexOf("</div>"))
    .replaceAll(/ data-(?:undecided|guarding)=""/g, "");
  return `<template>${shown}</template>`;
}

const SCRIPT = `
let later = [];
const count = Infinity;
const ready = fetch("/later.html").then((answer) => answer.text()).then((text) => {
  document.body.insertAdjacentHTML("beforeend", text);
  later = [...document.querySelectorAll("template")];
});
async function show(next) {
  if (later.length === 0) await ready;
  document.getElementById("root").replaceChildren(later[next - 1].content);
  scrollTo(0, 0);
}
${ANSWER_TAPS}
`;
