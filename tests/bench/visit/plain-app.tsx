import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, useLocation, useNavigate } from "react-router-dom";
import type { PlainStep } from "./plain-steps.ts";

/** Given by the bundler. */
declare const STEPS: readonly PlainStep[];

/** A quiz as most would write it: React whole, its router, everything in one bundle. */
function Quiz() {
  const { search } = useLocation();
  const at = Number(search.slice(1));
  const step = STEPS[at];
  return step === undefined ? null : <Question key={at} at={at} step={step} />;
}

function Question({ at, step }: { at: number; step: PlainStep }) {
  const navigate = useNavigate();
  useEffect(() => {
    // With braces: newer browsers answer it by a promise, which is no clean-up.
    scrollTo(0, 0);
  }, []);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const leave = (answer: readonly string[]) => {
    const answers = JSON.parse(localStorage.getItem("answers") ?? "{}");
    localStorage.setItem(
      "answers",
      JSON.stringify({ ...answers, [at]: answer }),
    );
    void navigate(`?${at + 1}`);
  };
  const { kind, choices } = step;
  const hasPictures = choices.some(({ picture }) => picture !== null);
  return (
    <main>
      <h1>{step.ask}</h1>
      {kind === "note" ? <p>{step.text}</p> : null}
      {kind === "text" || kind === "number" ? (
        <input
          type={kind === "text" ? "text" : "range"}
          onChange={(event) => setPicked([event.target.value])}
        />
      ) : null}
      <div className={hasPictures ? "pictures" : ""}>
        {choices.map(({ label, picture }) => (
          <label key={label}>
            <input
              type={kind === "one" ? "radio" : "checkbox"}
              checked={picked.includes(label)}
              onChange={() => {
                setPicked(kind === "one" ? [label] : [...picked, label]);
                if (kind === "one") setTimeout(() => leave([label]), 300);
              }}
            />
            {picture === null ? null : (
              <img src={picture} alt="" width="320" height="320" />
            )}
            {label}
          </label>
        ))}
      </div>
      {kind === "one" ? null : (
        <button data-action="continue" onClick={() => leave(picked)}>
          Continue
        </button>
      )}
    </main>
  );
}

const root = document.getElementById("root");
if (root !== null)
  createRoot(root).render(
    <BrowserRouter>
      <Quiz />
    </BrowserRouter>,
  );
