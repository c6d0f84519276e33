import { assets } from "./assets.ts";
import { claims } from "./claims.ts";
import { codes } from "./codes.ts";
import { conditions } from "./conditions.ts";
import { flow } from "./flow.ts";
import { form } from "./form.ts";
import { live } from "./live.ts";
import { mails } from "./mails.ts";
import { meaning } from "./meaning.ts";
import { names } from "./names.ts";
import { options } from "./options.ts";
import { payment } from "./payment.ts";
import { privacy } from "./privacy.ts";
import { seller } from "./seller.ts";
import { selling } from "./selling.ts";
import { steps } from "./steps.ts";
import { texts } from "./texts.ts";
import type { YamlCode } from "./yaml.ts";

/** Every diagnostic about meaning: code, severity and wording. Codes are permanent. */
export const catalogue = {
  ...form,
  ...texts,
  ...names,
  ...assets,
  ...steps,
  ...options,
  ...flow,
  ...mails,
  ...meaning,
  ...conditions,
  ...seller,
  ...selling,
  ...payment,
  ...codes,
  ...claims,
  ...privacy,
  ...live,
};

export type Catalogue = typeof catalogue;
export type SemanticCode = keyof Catalogue;
export type DiagnosticCode = SemanticCode | YamlCode;
