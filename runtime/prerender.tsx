import { createStore } from "jotai";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { href } from "../generated/address.ts";
import type {
  Prerendered,
  PrerenderRequest,
} from "../generated/render-contract.ts";
import { App } from "./app.tsx";
import { journeyKey } from "./core/storage-keys.ts";
import { fill } from "./core/text.ts";
import { variables } from "./core/variables.ts";
import { PAID_ROOM } from "./offer/ledger-line.tsx";
import { leadingTo } from "./offer/sold-at.ts";
import { pages } from "./pages/registry.ts";
import { headOf } from "./screen/use-document-head.ts";

export { plan } from "./handover/plan.ts";

/** One page as it is before anything is known of a visitor. */
export async function render({
  brand,
  funnel,
  mount,
  step,
}: PrerenderRequest): Promise<Prerendered> {
  await pages[step.page].load();
  const { prelude } = await prerender(
    <StaticRouter location={encodeURI(href(mount, step.path))}>
      <App brand={brand} funnel={funnel} store={createStore()} />
      <Deferred />
    </StaticRouter>,
  );
  const head = headOf(step, funnel);
  const description = head.description ?? funnel.description;
  const nobody = variables({ funnel, brand, answers: {}, contact: {} });
  const body = await new Response(prelude).text();
  return {
    body,
    title: fill(head.title, nobody),
    description: description === null ? null : fill(description, nobody),
    key: journeyKey(funnel),
    paidBefore: body.includes(PAID_ROOM) ? leadingTo(funnel, step, {}) : [],
  };
}

/** Holds the place of what the browser adds beside the app: React makes its ids by the number of siblings. */
function Deferred(): null {
  return null;
}
