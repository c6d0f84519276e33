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
let at = 0;
const later = [...document.querySelectorAll("template")];
document.addEventListener("click", (event) => {
  if (!event.target.matches("input")) return;
  const answers = JSON.parse(localStorage.getItem("answers") || "{}");
  answers[at] = event.target.value;
  localStorage.setItem("answers", JSON.stringify(answers));
  setTimeout(() => {
    if (at === later.length) return;
    document.getElementById("root").replaceChildren(later[at].content);
    at += 1;
    history.pushState(null, "", "?" + at);
    scrollTo(0, 0);
  }, 300);
});
`;
