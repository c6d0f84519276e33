const NAME = "funnels-mistakes";

const STYLE = `
:host { position: fixed; inset: auto 0 0; z-index: 2147483647; font: 14px/1.45 system-ui, sans-serif; }
details { max-height: 60vh; overflow: auto; padding: .75rem 1rem; background: #1d1416; color: #fff; border-top: 3px solid #ff5a6a; }
summary { font-weight: 600; cursor: pointer; }
ul { margin: .5rem 0 0; padding: 0; list-style: none; }
li + li { margin-top: .75rem; padding-top: .75rem; border-top: 1px solid #4a3a3e; }
p { margin: .15rem 0; }
small { color: #d8b8bd; }
pre { margin: .35rem 0; overflow-x: auto; font: 13px/1.4 ui-monospace, monospace; }
`;

/**
 * Shows the mistakes of the content above the page as it last was without; they can be folded. `html` holds an item for
 * each, escaped by the compiler; what is empty takes them away.
 */
export function showMistakes(html: string): void {
  const known = document.querySelector(NAME);
  if (html === "") {
    known?.remove();
    return;
  }
  const host = known ?? document.createElement(NAME);
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.innerHTML = `<style>${STYLE}</style><details open><summary>The content has mistakes; the page is as it last was without</summary><ul role="alert">${html}</ul></details>`;
  // Beside the body: React has the body's own as it was rendered.
  document.documentElement.append(host);
}
