import type { PlainStep } from "./plain-steps.ts";

/** The look of the pages that somebody wrote by hand, bare and in React. */
export const PLAIN_STYLE = `body{margin:0;font:18px/1.5 system-ui,sans-serif;background:#eaf0ed;color:#1b3035}
main{max-width:560px;margin:0 auto;padding:64px 20px}
h1{font-size:28px;line-height:1.2;margin:0 0 24px}
label{display:block;position:relative;padding:18px 20px;margin:0 0 12px;background:#fafcfb;border:1px solid #bfcecb;border-radius:14px}
label:has(:checked){border-color:#1d5c64;background:#d8e7e3}
label input{position:absolute;inset:0;opacity:0;margin:0}
img{display:block;width:100%;height:auto}
.pictures{display:grid;grid-template-columns:1fr 1fr;gap:12px}
button{width:100%;padding:18px;font:inherit;border:0;border-radius:14px;background:#1d5c64;color:#fff}
section[hidden]{display:none}`;

/** Questions as bare as somebody could write them by hand: one document, its style and a few lines of script in it. */
export function plainPage(steps: readonly PlainStep[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>A few questions</title>
<style>
${PLAIN_STYLE}
</style>
</head>
<body>
<main>
${steps.map(section).join("\n")}
</main>
<script>
const sections = [...document.querySelectorAll("section")];
const count = sections.length;
function show(next) {
  const main = document.querySelector("main");
  main.replaceChildren(sections[next]);
  sections[next].hidden = false;
  scrollTo(0, 0);
}
show(0);
${ANSWER_TAPS}
</script>
</body>
</html>
`;
}

function section(step: PlainStep, i: number): string {
  return `<section hidden><h1>${step.ask}</h1>${body(step, i)}</section>`;
}

function body({ kind, text, choices }: PlainStep, i: number): string {
  const go = `<button data-action="continue">Continue</button>`;
  switch (kind) {
    case "note":
      return `<p>${text}</p>${go}`;
    case "text":
      return `<input type="text">${go}`;
    case "number":
      return `<input type="range">${go}`;
    case "one":
      return labels(choices, "radio", i);
    case "many":
      return labels(choices, "checkbox", i) + go;
  }
}

function labels(
  choices: PlainStep["choices"],
  type: "radio" | "checkbox",
  i: number,
): string {
  const all = choices.map(({ label, picture }) => {
    const shown =
      picture === null ? "" : `<img src="${picture}" width="320" height="320">`;
    return `<label><input type="${type}" name="q${i}" value="${label}">${shown}${label}</label>`;
  });
  const hasPictures = choices.some(({ picture }) => picture !== null);
  return `<div${hasPictures ? ' class="pictures"' : ""}>${all.join("")}</div>`;
}

/** Script of a hand-written page: keeps the answer to a tap and shows the next of its `count` questions with its own `show`. */
export const ANSWER_TAPS = `let at = 0;
document.addEventListener("click", (event) => {
  const radio = event.target.matches("input[type=radio]");
  const go = event.target.closest("button[data-action]");
  if (!radio && !go) return;
  if (go) event.preventDefault();
  const answers = JSON.parse(localStorage.getItem("answers") || "{}");
  const fields = [...document.querySelectorAll("main input")];
  answers[at] = fields.filter(({ type, checked }) => checked || type === "text" || type === "range").map(({ value }) => value);
  localStorage.setItem("answers", JSON.stringify(answers));
  setTimeout(() => {
    if (at + 1 >= count) return;
    at += 1;
    history.pushState(null, "", "?" + at);
    show(at);
  }, radio ? 300 : 0);
});`;
