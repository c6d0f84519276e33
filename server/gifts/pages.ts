import { html } from "hono/html";
import { STORE_CONTACT_INFO_EMAIL_MAX } from "../../generated/call.ts";
import type { Gift } from "../db/gifts.ts";
import { brandPage, type Markup } from "../http/html-page.ts";
import type { SiteBrand } from "../site.ts";

/** What is given, and by which email it is to be opened; `wrong` is what was typed where that is none. */
export function giftPage(
  brand: SiteBrand,
  gift: Gift,
  form: { readonly action: string; readonly wrong: string | null },
): Promise<Response> {
  const { projectName, homepageLink } = brand;
  const isOpened = gift.opened >= gift.places;
  return brandPage(brand, {
    title: "A gift",
    heading: isOpened ? "This gift is open" : "A gift for you",
    status: form.wrong === null ? 200 : 422,
    // To the product.
    leadsOn: [new URL(homepageLink).origin],
    body: html`${isOpened ? openedWords(gift) : givenWords(gift)}
      <form class="form" method="post" action="${form.action}">
        <div class="wide">
          <label for="email">Your email</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="email"
            required
            maxlength="${STORE_CONTACT_INFO_EMAIL_MAX}"
            value="${form.wrong ?? ""}"
            ${form.wrong === null ? "" : html`aria-invalid="true" aria-describedby="fault"`}
          />
          ${
            form.wrong === null
              ? ""
              : html`<p id="fault" class="wrong" role="alert">
                  That is not an email address. Check how it is written.
                </p>`
          }
        </div>
        <button class="primary wide">
          ${isOpened ? "Go on" : "Open my gift"}
        </button>
      </form>
      <p>
        ${
          isOpened
            ? ""
            : `${projectName} is opened with this email from now on. Whoever gave it to you is not told which one it is. `
        }Questions
        go to
        <a href="mailto:${brand.supportEmail}">${brand.supportEmail}</a>.
      </p>`,
  });
}

function givenWords({ product_name, places, opened }: Gift): Markup {
  return html`<p>
      Somebody thought of you: <strong>${product_name}</strong>. It is paid for,
      and nobody asks for your card.
    </p>
    <p>
      ${
        places === 1
          ? "It can be opened once."
          : `${places} people can open it; ${opened === 0 ? "nobody has so far" : `${opened} of them have`}.`
      }
    </p>`;
}

function openedWords({ product_name, places }: Gift): Markup {
  const [by, who] =
    places === 1
      ? ["", "that"]
      : [` by all ${places} people that it is for`, "one of them"];
  return html`<p>
    <strong>${product_name}</strong> was opened before${by}. If ${who} was you,
    go on with the email that you opened it with.
  </p>`;
}
