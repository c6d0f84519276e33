import type { Brand } from "../shared/contract.ts";
import { escapeHtml } from "../emit/escape-html.ts";

/** What waits for a script is not waited for, and leaves its place to words. */
export const NO_SCRIPT_STYLE =
  "[data-preloader],[data-guarding],[data-undecided]{display:none}" +
  // Stronger than the rule that hides it until the page has come.
  "html body [data-undecided]~footer{visibility:visible}" +
  "[data-no-script]{padding:1.25rem;border-bottom:2px solid var(--accent);background:var(--surface)}";

/** Hides what only a script would end. */
export const NO_SCRIPT_HEAD = `<noscript><style>${NO_SCRIPT_STYLE}</style></noscript>`;

/** What visitors read whose browser runs no scripts: that nothing here works without, and whom to write to. */
export function noScript({ project }: Brand): string {
  const email = escapeHtml(project.supportEmail);
  const subject = encodeURIComponent(project.name);
  return (
    "<noscript><p data-no-script>This page needs JavaScript: without it, no question can be answered and nothing can be bought here. " +
    `Turn it on and reload the page, or write to us: <a href="mailto:${email}?subject=${subject}">${email}</a>.</p></noscript>`
  );
}
