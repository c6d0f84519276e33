// Makes the forms of the payment page easier to use; without it they are sent and shown again as any form is.

const BRANDS = [
  ["American Express", /^3[47]/],
  ["Visa", /^4/],
  ["Mastercard", /^(5[1-5]|2[2-7])/],
  ["Discover", /^6/],
];

groupDigits();
splitDate();
document.addEventListener("submit", (event) => {
  event.preventDefault();
  void send(event.target, event.submitter);
});

/** As they stand on the card, with the name of the brand that they begin like. */
function groupDigits() {
  const number = document.querySelector("#number");
  number?.addEventListener("input", () => {
    const before = digits(number.value.slice(0, number.selectionStart)).length;
    const typed = digits(number.value).slice(0, 19);
    const [name = ""] = BRANDS.find(([, begins]) => begins.test(typed)) ?? [];
    number.value = grouped(typed, name);
    document.querySelector("#brand").textContent = name;
    const caret = placeBehind(number.value, before);
    number.setSelectionRange(caret, caret);
  });
}

/** With a slash behind the month; one that is typed as well is the same. */
function splitDate() {
  const expiry = document.querySelector("#expiry");
  expiry?.addEventListener("input", ({ inputType }) => {
    if (inputType !== "insertText") return;
    const typed = expiry.value;
    const split = typed.replace(/^(\d\d)(?:$|\/\s*\/)/, "$1/");
    if (split !== typed) expiry.value = split;
  });
}

function digits(text) {
  return text.replaceAll(/\D/g, "");
}

function grouped(typed, name) {
  return name === "American Express"
    ? [typed.slice(0, 4), typed.slice(4, 10), typed.slice(10)].join(" ").trim()
    : typed.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}

/** Where so many digits of a text are behind the caret. */
function placeBehind(text, count) {
  let place = 0;
  for (let left = count; left > 0 && place < text.length; place += 1)
    if (text[place] !== " ") left -= 1;
  return place;
}

/** Sends a form without leaving its page: what was typed stays, and Back does not lead through what was sent. */
async function send(form, button) {
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  try {
    const body = new URLSearchParams(new FormData(form));
    if (button?.name) body.set(button.name, button.value);
    const isFramed = document.querySelector(".framed") !== null;
    const answer = await fetch(form.action, {
      method: "POST",
      body,
      headers: {
        accept: "application/json",
        ...(isFramed && { "x-framed": "1" }),
      },
    });
    // It is another visit's by now: the page says so.
    if (answer.status === 404) return location.reload();
    const { to, errors, inShort } = await answer.json();
    if (to !== undefined) location.replace(to);
    else if (errors !== undefined) showErrors(form, errors, inShort);
    else throw new Error(`answered ${answer.status}`);
  } catch {
    const note = summary(form);
    note.textContent =
      "This could not be sent. Send it again: nobody pays twice here.";
    note.scrollIntoView({ block: "nearest" });
  } finally {
    form.removeAttribute("aria-busy");
  }
}

function showErrors(form, errors, inShort) {
  for (const field of form.querySelectorAll("input")) {
    const error = errors[field.id];
    const id = `${field.id}-wrong`;
    document.getElementById(id)?.remove();
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
    if (error === undefined) continue;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", id);
    const note = document.createElement("p");
    Object.assign(note, { id, className: "wrong", textContent: error });
    field.after(note);
  }
  summary(form).textContent = inShort;
  form.querySelector("[aria-invalid]")?.focus();
}

/** Where it is said at once, by screen readers too. */
function summary(form) {
  const shown = document.querySelector(".summary");
  if (shown !== null) return shown;
  const made = document.createElement("p");
  made.className = "summary";
  made.setAttribute("role", "alert");
  form.before(made);
  return made;
}
