import { type StepAddress, stepAddresses } from "../link/address.ts";
import { headOf } from "../link/head-of.ts";
import { contactFieldsOf } from "../link/contact-fields.ts";
import type { BrandNode, FunnelNode } from "../link/program.ts";
import { isHidden } from "../shared/privacy.ts";
import type { ServerFunnel, ServerMail } from "../shared/server-contract.ts";

/** Where the funnels of a brand are, and what of them is counted. */
export function serverFunnels(
  { brand }: BrandNode,
  funnels: readonly FunnelNode[],
): ServerFunnel[] {
  return sortedById(funnels).map(({ funnel }) => {
    const { id, mounts } = funnel;
    const pages = stepAddresses(funnel);
    const at = (fits: (page: StepAddress) => boolean) =>
      pages
        .filter(fits)
        .map(({ path }) => path)
        .sort();
    return {
      id,
      mounts,
      elsewhere: at(({ path }) =>
        mounts.every((mount) => !path.startsWith(`${mount}/`)),
      ),
      counted: funnel.steps
        .filter(
          ({ sensitive }) => brand.visits !== "off" && !isHidden(sensitive),
        )
        .map((step) => ({
          id: step.id,
          head: headOf(step),
          addresses: at((page) => page.step === step),
          isEnd: step.edges.length === 0,
        })),
    };
  });
}

/** The mails of the brand, and the funnels' own. */
export function serverMails(
  { mails }: BrandNode,
  funnels: readonly FunnelNode[],
): ServerMail[] {
  const ofBrand = mails.map((mail) => ({ ...mail, funnel: null, leads: null }));
  const own = sortedById(funnels).flatMap((node) =>
    node.mails.map(({ to, ...mail }): ServerMail => ({
      ...mail,
      funnel: node.funnel.id,
      leads: to === null ? null : leadsTo(to, node),
    })),
  );
  return [...ofBrand, ...own];
}

/** From each address at which an email is left to the one of a step below the same mount. */
function leadsTo(
  to: string,
  { funnel, traits }: FunnelNode,
): Record<string, string> {
  const pages = stepAddresses(funnel);
  const targets = pages.filter(({ step }) => step.id === to);
  return Object.fromEntries(
    pages.flatMap(({ path, step, mount }) => {
      if (!contactFieldsOf(step, traits).includes("email")) return [];
      const target =
        targets.find((one) => one.mount === mount) ?? targets.at(0);
      return target === undefined ? [] : [[path, target.path]];
    }),
  );
}

function sortedById(funnels: readonly FunnelNode[]): FunnelNode[] {
  return [...funnels].sort((a, b) => (a.funnel.id < b.funnel.id ? -1 : 1));
}
