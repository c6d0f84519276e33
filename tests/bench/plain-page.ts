export interface PlainQuestion {
  readonly ask: string;
  readonly choices: readonly string[];
}

/** Questions as bare as somebody could write them by hand: one document, its style and a few lines of script in it. */
export function plainPage(questions: readonly PlainQuestion[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>A few questions</title>
<style>
body{margin:0;font:18px/1.5 system-ui,sans-serif;background:#eaf0ed;color:#1b3035}
main{max-width:560px;margin:0 auto;padding:64px 20px}
h1{font-size:28px;line-height:1.2;margin:0 0 24px}
label{display:block;position:relative;padding:18px 20px;margin:0 0 12px;background:#fafcfb;border:1px solid #bfcecb;border-radius:14px}
label:has(:checked){border-color:#1d5c64;background:#d8e7e3}
input{position:absolute;inset:0;opacity:0;margin:0}
section[hidden]{display:none}
</style>
</head>
<body>
<main>
${questions.map(question).join("\n")}
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

function question({ ask, choices }: PlainQuestion, i: number): string {
  const labels = choices.map(
    (choice) =>
      `<label><input type="radio" name="q${i}" value="${choice}">${choice}</label>`,
  );
  return `<section hidden><h1>${ask}</h1>${labels.join("")}</section>`;
}

/** Script of a hand-written page: keeps the answer to a tap and shows the next of its `count` questions with its own `show`. */
export const ANSWER_TAPS = `let at = 0;
document.addEventListener("click", (event) => {
  if (!event.target.matches("input")) return;
  const answers = JSON.parse(localStorage.getItem("answers") || "{}");
  answers[at] = event.target.value;
  localStorage.setItem("answers", JSON.stringify(answers));
  setTimeout(() => {
    if (at + 1 === count) return;
    at += 1;
    history.pushState(null, "", "?" + at);
    show(at);
  }, 300);
});`;
