/** The folder `rules` holds the rules that content is checked by, one a file. */
import type { BrandRule, FunnelRule, SourceRule } from "./rule.ts";
import { anyParts } from "./any-parts.ts";
import { askedTwice } from "./asked-twice.ts";
import {
  conditionDecides,
  scoreFed,
  sectionShown,
  soldOnce,
  somethingShown,
  wayTaken,
} from "./by-path.ts";
import { heldBackBehindGaps } from "./behind-gap.ts";
import { brandHome } from "./brand-home.ts";
import { brandPaths } from "./brand-paths.ts";
import { choiceCount, outOf } from "./choice-count.ts";
import { codeDuplicate, codeEffect } from "./codes.ts";
import { plansCancelled } from "./plans-cancelled.ts";
import { companyNamed } from "./company-named.ts";
import { claims } from "./claims.ts";
import { claimsCode } from "./claims-code.ts";
import { brandCurrency, claimsCurrency } from "./claims-currency.ts";
import { claimsEnd } from "./claims-end.ts";
import { claimsHealth } from "./claims-health.ts";
import {
  claimsLength,
  guaranteeLength,
  namesLength,
  plansLength,
  regularLength,
} from "./claims-length.ts";
import { conditionGaps } from "./condition-gaps.ts";
import { contactMail } from "./contact-mail.ts";
import { cutText } from "./cut-text.ts";
import {
  oneCountdown,
  oneRegular,
  regularReached,
  soldAnyway,
} from "./countdowns.ts";
import { brandPrices, pricesInWords } from "./claims-price.ts";
import { renewalsInMails, renewalsInWords } from "./claims-renewal.ts";
import {
  afterDeclining,
  buyersAlone,
  nothingFailed,
  somethingBought,
} from "./offer-order.ts";
import { afterAccepting, smallerOffer } from "./offer-ways.ts";
import { minorUnitsTyped, pricesApart, renewsSooner } from "./price-list.ts";
import { sameAnswers } from "./same-answers.ts";
import { sameSides } from "./same-sides.ts";
import { claimsPayment } from "./claims-payment.ts";
import { nobodyBuys } from "./nobody-buys.ts";
import { currencySymbol } from "./currency-symbol.ts";
import { currencyUnknown } from "./currency-unknown.ts";
import { deadEnd } from "./dead-end.ts";
import { doubledWords } from "./doubled-words.ts";
import { duplicateId } from "./duplicate-id.ts";
import { duplicateOption } from "./duplicate-option.ts";
import { duplicatePath } from "./duplicate-path.ts";
import { emailAsked } from "./email-asked.ts";
import { excuses } from "./excuses.ts";
import { farApart } from "./far-apart.ts";
import { fieldPromises } from "./field-promises.ts";
import { flowLoop } from "./flow-loop.ts";
import { foldedList } from "./folded-list.ts";
import { foundPages } from "./found-pages.ts";
import { giftMailed, giftMailedByFunnel } from "./gift-mailed.ts";
import { goesBack } from "./goes-back.ts";
import { idleSections } from "./idle-sections.ts";
import { lineCountries } from "./line-countries.ts";
import { linkWords } from "./link-words.ts";
import { looseEscape } from "./loose-escape.ts";
import { emptyFallback } from "./empty-fallback.ts";
import { entranceEnds } from "./entrance-ends.ts";
import { misreadLetters } from "./misread-letters.ts";
import { longerForLess } from "./longer-for-less.ts";
import { mailAddress } from "./mail-address.ts";
import { mailAmount } from "./mail-amount.ts";
import { mailPromised } from "./mail-promised.ts";
import { missingPrice } from "./missing-price.ts";
import { missingVariable } from "./missing-variable.ts";
import { nearHosts } from "./near-hosts.ts";
import { needlessFallback } from "./needless-fallback.ts";
import { neverShown } from "./never-shown.ts";
import { notProved } from "./not-proved.ts";
import { numberFirst } from "./number-first.ts";
import { numbering } from "./numbering.ts";
import { offerLabels } from "./offer-labels.ts";
import { offerReturns } from "./offer-returns.ts";
import { pictured } from "./pictured.ts";
import { placeholders } from "./placeholders.ts";
import { plansDefault } from "./plans-default.ts";
import { priceCurrency } from "./price-currency.ts";
import { pricesSwapped } from "./prices-swapped.ts";
import { pricesShown } from "./prices-shown.ts";
import { priceAmount } from "./price-amount.ts";
import { productsSold } from "./products-sold.ts";
import { providerLimits } from "./provider-limits.ts";
import { questionBounds } from "./question-bounds.ts";
import { questionCount } from "./question-count.ts";
import { regularPrice, regularProduct } from "./regular-price.ts";
import { repeatedConditions } from "./repeated-conditions.ts";
import { repeatedTexts } from "./repeated-texts.ts";
import { reservedId } from "./reserved-id.ts";
import { safeBrandPaths, safePaths } from "./safe-paths.ts";
import { bandsReached } from "./bands-reached.ts";
import { bandLabels, scoreBands } from "./score-bands.ts";
import { pointsLeftOut, pointsNowhere } from "./points-nowhere.ts";
import { scorePoints } from "./score-points.ts";
import { pointShown } from "./point-shown.ts";
import { privacyClaims } from "./privacy-claims.ts";
import { pictureRetention, privacyRetention } from "./privacy-retention.ts";
import { privacyTable } from "./privacy-table.ts";
import { sellsNothing } from "./sells-nothing.ts";
import { sensitive } from "./sensitive.ts";
import { danger } from "./danger.ts";
import { dangerHelp } from "./danger-help.ts";
import { dangerMarked } from "./danger-marked.ts";
import { dangerName } from "./danger-name.ts";
import { dangerElsewhere } from "./danger-elsewhere.ts";
import { tagManager } from "./tag-manager.ts";
import { singular } from "./singular.ts";
import { takenId } from "./taken-id.ts";
import { themeContrast } from "./theme-contrast.ts";
import { unreachable } from "./unreachable.ts";
import { unusedAsset } from "./unused-asset.ts";
import { unusedFocus } from "./unused-focus.ts";
import { unusedName } from "./unused-name.ts";
import { vendorMissing } from "./vendor-missing.ts";
import { photoAsked, photoShown, pictureMade } from "./visitor-picture.ts";

export const sourceRules: readonly SourceRule[] = [
  claimsHealth,
  cutText,
  doubledWords,
  looseEscape,
  misreadLetters,
  emptyFallback,
  foldedList,
  linkWords,
  lineCountries,
  pictured,
  placeholders,
  repeatedConditions,
  repeatedTexts,
  excuses,
];

/** These also lint a funnel of which something could not be linked: they look at what is written. */
export const earlyRules: readonly FunnelRule[] = [
  safePaths,
  duplicateId,
  duplicateOption,
  reservedId,
];

/** These lint a brand's own pages, which are no flow. */
export const brandPageRules: readonly FunnelRule[] = [
  duplicateId,
  reservedId,
  missingVariable,
];

export const funnelRules: readonly FunnelRule[] = [
  unreachable,
  deadEnd,
  flowLoop,
  entranceEnds,
  goesBack,
  ...[
    neverShown,
    wayTaken,
    conditionDecides,
    anyParts,
    sectionShown,
    pointShown,
    somethingShown,
    soldOnce,
    scoreFed,
    emailAsked,
    mailAddress,
  ].map(heldBackBehindGaps),
  conditionGaps,
  askedTwice,
  somethingBought,
  nothingFailed,
  buyersAlone,
  afterDeclining,
  afterAccepting,
  smallerOffer,
  offerLabels,
  sellsNothing,
  offerReturns,
  questionBounds,
  singular,
  choiceCount,
  outOf,
  scoreBands,
  bandLabels,
  bandsReached,
  scorePoints,
  pointsNowhere,
  pointsLeftOut,
  plansDefault,
  longerForLess,
  regularProduct,
  idleSections,
  photoShown,
  photoAsked,
  pictureMade,
  oneCountdown,
  oneRegular,
  codeEffect,
  claims,
  claimsEnd,
  claimsCode,
  claimsLength,
  guaranteeLength,
  plansLength,
  regularLength,
  claimsPayment,
  nobodyBuys,
  pricesInWords,
  claimsCurrency,
  pricesShown,
  priceCurrency,
  renewalsInWords,
  sameAnswers,
  sameSides,
  questionCount,
  fieldPromises,
  sensitive,
  contactMail,
  giftMailedByFunnel,
  danger,
  dangerHelp,
  numberFirst,
  dangerName,
  dangerMarked,
  takenId,
  numbering,
  missingVariable,
  needlessFallback,
  unusedName,
  // What those before it have asked.
  notProved,
];

export const brandRules: readonly BrandRule[] = [
  duplicatePath,
  safeBrandPaths,
  missingPrice,
  priceAmount,
  regularPrice,
  pricesApart,
  pricesSwapped,
  minorUnitsTyped,
  farApart,
  renewsSooner,
  namesLength,
  providerLimits,
  soldAnyway,
  codeDuplicate,
  currencyUnknown,
  currencySymbol,
  brandPrices,
  brandCurrency,
  renewalsInMails,
  tagManager,
  vendorMissing,
  mailPromised,
  giftMailed,
  mailAmount,
  privacyClaims,
  privacyTable,
  privacyRetention,
  themeContrast,
  foundPages,
  nearHosts,
];

/** What they find counts only when every file of the content was understood. */
export const completeBrandRules: readonly BrandRule[] = [
  brandHome,
  brandPaths,
  companyNamed,
  plansCancelled,
  dangerElsewhere,
  productsSold,
  regularReached,
  pictureRetention,
  unusedAsset,
  unusedFocus,
];
