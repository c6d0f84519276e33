// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { feelChoices } from "./feel-choices.ts";

const { dataset } = document.documentElement;

afterEach(() => {
  delete dataset["touch"];
  vi.unstubAllGlobals();
});

test.each([
  ["tick", false, "[data-answer] input", 1],
  ["tick", true, "[data-answer] input", 0],
  ["tick", false, "[name=email]", 0],
  ["none", false, "[data-answer] input", 0],
])(
  "touch %s, less motion %s, a change of %s: %i pulses",
  (touch, reduced, selector, pulses) => {
    dataset["touch"] = touch;
    const vibrate = vi.fn<Navigator["vibrate"]>();
    vi.stubGlobal("navigator", { vibrate });
    vi.stubGlobal("matchMedia", () => ({ matches: reduced }));
    const page = document.createElement("main");
    page.innerHTML =
      '<fieldset data-answer><input type="radio"></fieldset><input name="email">';
    feelChoices(page);
    page
      .querySelector(selector)
      ?.dispatchEvent(new Event("change", { bubbles: true }));
    expect(vibrate).toHaveBeenCalledTimes(pulses);
  },
);
