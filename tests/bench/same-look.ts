import { ANSWER_TAPS } from "./plain-page.ts";

/**
 * A built document of a first question as somebody would have written it by hand: the same words, style, font and
 * logo, and a few lines of script instead of all that makes a funnel of it.
 */
export function sameLook(document: string): string {
  return document
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>\n/, "")
    .replace(/<link rel="stylesheet"[^>]*>\n/, "")
    .replaceAll(/<script[^>]*>[^]*?<\/script>/g, "")
    .replace("</body>", `<script>${SCRIPT}</script></body>`);
}

const SCRIPT = `
const later = [...document.querySelectorAll("template")];
const count = later.length + 1;
function show(next) {
  document.getElementById("root").replaceChildren(later[next - 1].content);
  scrollTo(0, 0);
}
${ANSWER_TAPS}
`;
