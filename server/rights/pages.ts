import { html } from "hono/html";
import type { Erased } from "../db/erase.ts";
import { brandPage, type Markup } from "../http/html-page.ts";
import { RIGHTS_PATH } from "../jobs/rights.ts";
import type { SiteBrand } from "../site.ts";

interface Asked {
  readonly token: string;
  readonly email: string;
}

/** Offers the copy, in two forms. */
export function askExportPage(
  brand: SiteBrand,
  { token, email }: Asked,
): Promise<Response> {
  return brandPage(brand, {
    title: "Your copy",
    body: html`<p>
        Everything that we keep under <strong>${email}</strong> on all of our
        sites, as a file. The link works once: keep the file.
      </p>
      <p>
        Of pictures that were made for you the file says when and from which
        words. The pictures themselves are where you had them made.
      </p>
      ${form(
        token,
        html`<button class="primary wide" name="format" value="json">
            Download as JSON
          </button>
          <button class="second wide" name="format" value="csv">
            Download as a table (CSV)
          </button>`,
      )}`,
  });
}

/** Asks whether it is meant, and says what goes and what stays. */
export function askErasePage(
  brand: SiteBrand,
  {
    token,
    email,
    renewing,
    orders,
  }: Asked & {
    readonly renewing: number;
    /** Where a plan is cancelled; null where the brand has no page for that. */
    readonly orders: string | null;
  },
): Promise<Response> {
  const end =
    orders === null
      ? html`write to
          <a href="mailto:${brand.supportEmail}">${brand.supportEmail}</a> and
          have it cancelled first`
      : html`cancel it first, under <a href="${orders}">your orders</a>`;
  return brandPage(brand, {
    title: "Delete everything?",
    body: html`<p>
        We delete what we keep under <strong>${email}</strong> on all of our
        sites: your name and email, what you told us, saved ways to pay,
        pictures and codes. What you have paid stays in our books as a sum,
        without you. This cannot be undone.
      </p>
      ${
        renewing === 0
          ? ""
          : html`<p role="alert">
              You have a plan that renews. Deleting does not cancel it: ${end}.
            </p>`
      }
      ${form(
        token,
        html`<button class="primary wide">Delete everything</button>`,
      )}
      <p><a href="/">Keep it as it is</a></p>`,
  });
}

/** What was done, and what is left. */
export function erasedPage(
  brand: SiteBrand,
  { orders, renewing }: Erased["kept"],
): Promise<Response> {
  return brandPage(brand, {
    title: "It is deleted",
    body: html`<p>
        Nothing that tells who you are is kept under that email any more.
      </p>
      ${
        orders === 0
          ? ""
          : html`<p>
              ${orders === 1 ? "One order stays" : `${orders} orders stay`} in
              our books as sums, without your name, email or card.
            </p>`
      }
      ${renewing
        .filter(({ is_to_cancel: isToCancel }) => !isToCancel)
        .map(
          ({ checkout_id }) =>
            html`<p role="alert">
              Order ${checkout_id} is a plan that still renews. Write to
              <a href="mailto:${brand.supportEmail}">${brand.supportEmail}</a>
              with this number to have it cancelled.
            </p>`,
        )}
      <p>
        What your browser keeps of our sites, such as your answers, goes when
        you clear its data. Payment providers keep what the law asks of them.
      </p>`,
  });
}

function form(token: string, buttons: Markup): Markup {
  return html`<form class="form" method="post" action="${RIGHTS_PATH}">
    <input type="hidden" name="token" value="${token}" />
    ${buttons}
  </form>`;
}
