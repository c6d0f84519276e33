import { type BrandId, brands } from "./content.ts";

/**
 * Every route that the product must have, written by hand: the list knows nothing of the content's files. Path, kind of
 * page (`*`: any) and, after a bar, the title; `->` is a redirect; `start..21` the first of 21 questions below a mount.
 */
const TABLE: Readonly<Partial<Record<BrandId, string>>> = {
  spiritual: `
    / -> /quiz/start
    /quiz -> /quiz/start
    /quiz start..21
    /quiz/22-growth-profile report
    /quiz/23-analyzing analyzing
    /quiz/24-registration registration
    /quiz/25-chart report
    /quiz/oto offer
    /oto -> /quiz/oto
    /quiz/oto-gift gift
    /quiz/thank-you thank-you`,
  calm: `
    / authorization
    /mp authorization
    /quiz -> /quiz/start
    /quiz start..22
    /quiz/23-goal *
    /quiz/24-analyzing analyzing
    /quiz/25-chart report
    /quiz/26-registration registration
    /quiz/27-your-personal-anti-procrastination-plan-is-ready report
    /quiz/oto offer
    /oto -> /quiz/oto
    /quiz/thank-you thank-you
    /quiz-mp -> /quiz-mp/start
    /quiz-mp start..22
    /quiz-mp/23-goal *
    /quiz-mp/24-analyzing analyzing
    /quiz-mp/25-chart report
    /quiz-mp/26-registration registration
    /quiz-mp/27-your-personal-anti-procrastination-plan-is-ready report
    /quiz-mp/oto offer
    /quiz-mp/thank-you thank-you
    /quiz-spirituality -> /quiz-spirituality/start
    /quiz-spirituality start..28
    /quiz-spirituality/29-the-final-plan-you'll-need-to-attain-lasting-inner-peace *
    /quiz-spirituality/30-developing-your-personalized-inner-peace-plan analyzing
    /quiz-spirituality/31-enter-your-email-to-get-your-personal-inner-peace-plan registration
    /quiz-spirituality/32-your-individual-plan-is-set report
    /quiz-spirituality/33-promo-code promo-code | You earned 50 points during the quiz!
    /quiz-spirituality/oto offer
    /quiz-spirituality/oto-gift gift
    /quiz-spirituality/thank-you thank-you
    /quiz-adhd -> /quiz-adhd/start
    /quiz-adhd start..33
    /quiz-adhd/34-summary report
    /quiz-adhd/35-analyzing analyzing
    /quiz-adhd/36-email registration
    /quiz-adhd/37-chart report
    /quiz-adhd/oto offer
    /quiz-adhd/thank-you thank-you
    /quiz-anxiety -> /quiz-anxiety/start
    /quiz-anxiety start..25
    /quiz-anxiety/26-summary report
    /quiz-anxiety/27-analyzing analyzing
    /quiz-anxiety/28-email registration
    /quiz-anxiety/29-chart report
    /quiz-anxiety/oto offer
    /quiz-anxiety/oto-gift gift
    /quiz-anxiety/thank-you thank-you
    /quiz-parenting -> /quiz-parenting/start
    /quiz-parenting start..24
    /quiz-parenting/25-personal-results report
    /quiz-parenting/26-anger-level-results report
    /quiz-parenting/27-analyzing analyzing
    /quiz-parenting/28-email registration
    /quiz-parenting/oto offer
    /quiz-parenting/oto-gift gift
    /quiz-parenting/thank-you thank-you`,
  "face-care": `
    / authorization
    /mp authorization
    /quiz -> /quiz/start
    /quiz start..29
    /quiz/30-analyzing analyzing
    /quiz/31-chart report
    /quiz/32-registration registration
    /quiz/oto offer
    /oto -> /quiz/oto
    /quiz/thank-you thank-you
    /quiz-mp -> /quiz-mp/start
    /quiz-mp start..29
    /quiz-mp/30-analyzing analyzing
    /quiz-mp/31-chart report
    /quiz-mp/32-registration registration
    /quiz-mp/oto offer
    /quiz-mp/thank-you thank-you
    /quiz-acne -> /quiz-acne/xxx
    /quiz-acne xxx..32
    /quiz-acne/33-analyzing analyzing | Congrats! You completed the quiz
    /quiz-acne/34-you-plan-for-treating-acne-is-ready report
    /quiz-acne/35-registration registration
    /quiz-acne/36-we-are-giving-you-a-special-promo-code-to-speed-up-your-success promo-code
    /quiz-acne/oto offer
    /quiz-acne/thank-you thank-you`,
  body: `
    / -> /quiz/start
    /quiz -> /quiz/start
    /quiz start..18
    /quiz/19-analyzing analyzing
    /quiz/20-result report
    /quiz/21-registration registration
    /quiz/22-chart report
    /quiz/23-promo-code promo-code
    /quiz/oto offer
    /oto -> /quiz/oto
    /quiz/oto-gift gift
    /quiz/thank-you thank-you
    /quiz-postpartum-recovery/oto offer
    /quiz-postpartum-recovery/oto-gift gift
    /quiz-postpartum-recovery/thank-you thank-you
    /quiz-boost -> /quiz-boost/start
    /quiz-boost start..26
    /quiz-boost/27-well-done *
    /quiz-boost/28-enter-your-name-and-email registration
    /quiz-boost/oto offer
    /quiz-boost/offer2 *
    /quiz-boost/offer3 *
    /quiz-boost/thank-you-page thank-you`,
  "skill-building": `
    / -> /quiz/1
    /quiz -> /quiz/1
    /quiz 1..24
    /quiz/25-your-name *
    /quiz/26-analyzing analyzing
    /quiz/27-email registration
    /quiz/oto offer
    /oto -> /quiz/oto
    /quiz/offer2-and-thank-you-page-of-oto *
    /quiz/offer2-thank-you thank-you
    /quiz-ai -> /quiz-ai/start
    /quiz-ai start..28
    /quiz-ai/29-analyzing analyzing
    /quiz-ai/30-registration registration
    /quiz-ai/31-plan report
    /quiz-ai/32-promo-code promo-code
    /quiz-ai/offer2 *
    /quiz-ai/oto offer
    /quiz-ai/oto-gift gift
    /quiz-ai/thank-you thank-you`,
  transform: `
    / -> /quiz/landing
    /quiz -> /quiz/start
    /quiz/landing landing
    /quiz/start *
    /quiz/framed *
    /quiz/upload upload
    /quiz/generate generate
    /onepage landing
    /quiz/oto offer
    /oto -> /quiz/oto
    /thank-you *
    /thank-you-up *`,
  woo: `
    / authorization
    /quiz -> /quiz/start
    /quiz start..15
    /quiz/16-name *
    /quiz/17-analyzing analyzing
    /quiz/18-email registration
    /quiz/oto offer
    /oto -> /quiz/oto
    /quiz/offer1 offer
    /quiz/oto-thank-you thank-you
    /quiz/prel-read-article landing
    /quiz/prel-watch-video landing`,
  dating: `
    / authorization
    /free * | 10 Proven Tips to Perfect Your Dating App Profile
    /quiz/oto offer
    /oto -> /quiz/oto
    /quiz/downsell-oto-gift gift
    /quiz/thank-you thank-you
    ${["/quiz-exback", "/quiz-exbackwh", "/quiz-exback-str"]
      .map(
        (mount) => `
    ${mount} -> ${mount}/start
    ${mount} start..23
    ${mount}/24-ex-name *
    ${mount}/25-analyzing analyzing
    ${mount}/26-email registration
    ${mount}/27-plan report
    ${mount}/28-promo-code promo-code
    ${mount}/oto offer
    ${mount}/oto-gift gift
    ${mount}/upsell/coach upsell
    ${mount}/upsell-ai-companion upsell
    ${mount}/offer2 offer
    ${mount}/offer2_v2_m offer
    ${mount}/offer2_v2_f offer
    ${mount}/offer3 *
    ${mount}/offer3_v2_m *
    ${mount}/offer3_v2_f *
    ${mount}/offer4 *
    ${mount}/thank-you-page thank-you
    ${mount}/downsell downsell
    ${mount}/downsell-oto downsell
    ${mount}/downsell-gift downsell`,
      )
      .join("")}
    /quiz-exback-new -> /quiz-exback-new/start
    /quiz-exback-new start..37
    /quiz-exback-new/38-ex-name *
    /quiz-exback-new/39-analyzing analyzing
    /quiz-exback-new/40-email registration
    /quiz-exback-new/41-chart report
    /quiz-exback-new/42-promo-code promo-code
    /quiz-exback-new/oto offer
    /quiz-exback-new/upsell-ai-companion upsell
    /quiz-exback-new/downsell downsell
    /quiz-exback-new/downsell-oto downsell
    /quiz-exback-new/thank-you thank-you`,
};

/** A page at an address; `page` is null where only the path is laid down. */
export interface PageRow {
  readonly kind: "page";
  readonly path: string;
  readonly page: string | null;
  /** Of the browser's tab; null where it is not laid down to the letter. */
  readonly title: string | null;
}

/** A `{question}` route: the value of its first question, and how many there are. */
export interface QuestionsRow {
  readonly kind: "questions";
  readonly mount: string;
  readonly first: string;
  readonly count: number;
}

export interface RedirectRow {
  readonly kind: "redirect";
  readonly path: string;
  readonly to: string;
}

export type Row = PageRow | QuestionsRow | RedirectRow;

/** All rows, by brand, in the order they are written in. */
export const everyRoute: ReadonlyMap<BrandId, readonly Row[]> = new Map(
  brands.flatMap((brand) => {
    const lines = TABLE[brand]?.split("\n") ?? [];
    const rows = lines.filter((line) => line.trim() !== "");
    return rows.length === 0
      ? []
      : [[brand, rows.map((row) => rowOf(row.trim()))] as const];
  }),
);

function rowOf(line: string): Row {
  const [route = "", title = null] = line.split(" | ");
  const [path = "", what = "", to = ""] = route.split(" ");
  if (what === "->") return { kind: "redirect", path, to };
  const [first = "", count] = what.split("..");
  if (count !== undefined)
    return { kind: "questions", mount: path, first, count: Number(count) };
  return { kind: "page", path, page: what === "*" ? null : what, title };
}
