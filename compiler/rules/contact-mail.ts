import { diagnose, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { contactFieldsOf } from "../link/contact-fields.ts";
import { isHidden } from "../shared/privacy.ts";
import { mailForAll } from "./mail-for-all.ts";
import type { FunnelRule } from "./rule.ts";

/** A mail to contacts is sent where an email is asked for, and leads all its readers to where they may be. */
export const contactMail: FunnelRule = (node) => [
  ...sentAndSilent(node),
  ...mailForAll(node),
];

/** It leads to a page that says nothing of its reader. */
const sentAndSilent: FunnelRule = ({ funnel, mails, source, traits }) =>
  mails.flatMap(({ moment, to }): Diagnostic[] => {
    if (to === null) return [];
    const at = (...path: string[]) =>
      source.span(["mails", moment, ...path], "value");
    const target = funnel.steps.find(({ id }) => id === to);
    const isAsked = funnel.steps.some((step) =>
      contactFieldsOf(step, traits).includes("email"),
    );
    return [
      ...(isAsked
        ? []
        : [
            diagnose("mail/never-sent", source.span(["mails", moment], "key"), {
              moment,
            }),
          ]),
      ...(target !== undefined && isHidden(target.sensitive)
        ? [diagnose("sensitive/mailed", at("to"), { id: to })]
        : []),
    ];
  });
