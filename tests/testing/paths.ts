/** One address below a mount, as the specification and the content have it. */
export interface Address {
  readonly path: string;
  readonly page: string;
  /** Of the browser's tab, while nothing is known of the visitor: the funnel's where the page's own has their words. */
  readonly title: string;
  /** `{question}` unless the page has a route of its own. */
  readonly route?: string;
}

/** Questions are numbered by their position; pages with a route of their own are called by it. */
function address(row: string, project: string): Address {
  const [path = "", page = "", words = "", route] = row.split(" | ");
  const title = /^(!)(.*)/.exec(words)?.[2] ?? `${words} · ${project}`;
  return { path, page, title, ...(route !== undefined && { route }) };
}

function addresses(project: string, rows: string): readonly Address[] {
  return rows
    .trim()
    .split("\n")
    .map((row) => address(row.trim(), project));
}

// A title behind "!" stands alone; the others are followed by the project's name.
export const calmQuestions = addresses(
  "Stillmere",
  `start | single | !A kind look at your attention
  2-area | single | Where would steadier attention help you most?
  3-welcome | info | A good place to begin
  4-mind | single | On a full day, what is your mind most like?
  5-since | single | How long has it been like this?
  6-change | single | What changed?
  7-page-again | single | You reach the end of a page. How often do you have to go back and read it again?
  8-begin | single | Something matters to you, and still you can’t get going. How often?
  9-last-mile | single | How often does something stay almost finished?
  10-lost-things | single | How often do your keys, phone or glasses turn up somewhere surprising?
  11-time-sense | scale | How well does this describe you?
  12-pull | multi | What pulls you away most easily?
  13-tugs | info | Good to know what tugs at you
  14-name | text | What would you like to be called?
  15-words-first | single | !A kind look at your attention
  16-quick-yes | single | How often do you say yes before checking whether there is room for it?
  17-quick-buy | single | How often do you buy something on the spot and wonder about it later?
  18-slow-line | scale | Does this sound like you?
  19-feelings | scale | And this?
  20-pause | info | A pause can be practised
  21-still | single | How often does sitting still feel like work?
  22-hands | single | In a long meeting or film, how often do your hands or feet make their own plans?
  23-evening | single | The day is over. How often does your mind carry on without you?
  24-rest | scale | How true is this for you?
  25-sleep | slider | How long do you sleep on a usual night?
  26-short-nights | info | Let’s be gentle with short nights
  27-best-time | single | When is your mind at its clearest?
  28-weekday | single | What shape do your weekdays have?
  29-tried | multi | What have you already tried?
  30-step | single | !A kind look at your attention
  31-step | info | !A kind look at your attention
  32-goal | single | Four weeks from now, what would be a quiet win?
  33-minutes | single | How much time a day can you honestly spare?`,
);

export const calmPages = addresses(
  "Stillmere",
  `34-summary | report | !A kind look at your attention | 34-summary
  35-analyzing | analyzing | Putting your plan together | 35-analyzing
  36-email | registration | !A kind look at your attention | 36-email
  37-chart | report | !A kind look at your attention | 37-chart
  oto | offer | !A kind look at your attention | oto
  thank-you | thank-you | !A kind look at your attention | thank-you`,
);

export const datingQuestions = addresses(
  "Second Draft",
  `start | single | !After the breakup, an honest second draft
  2-gender | single | Who is asking?
  3-name | text | What should we call you?
  4-hello | info | !After the breakup, an honest second draft
  5-together | single | How long were you together?
  6-apart | single | And how long has it been over?
  7-ended | single | Who ended it?
  8-step | multi | !After the breakup, an honest second draft
  9-step | info | !After the breakup, an honest second draft
  10-step | info | !After the breakup, an honest second draft
  11-step | single | !After the breakup, an honest second draft
  12-missed | multi | When you miss it, what do you miss?
  13-reasons | multi | What pulled you apart?
  14-reply | scale | How true is this of you?
  15-nights | slider | On how many of the last seven nights did it keep you awake?
  16-checking | single | How often do you look them up?
  17-sleep-on-it | info | Nothing true expires overnight.
  18-confide-m | single | Men are often told to shake it off. Who have you really talked to?
  19-confide | single | Everybody has an opinion. Who has really been listening?
  20-conflict | single | When it got difficult between you, what did you usually do?
  21-changed | single | What has changed since then?
  22-answer-no | single | If the answer is no, or stays no, could you leave it there?
  23-pace | single | How much time can you give yourself each day?`,
);

export const datingPages = addresses(
  "Second Draft",
  `24-ex-name | text | !After the breakup, an honest second draft | 24-ex-name
  25-analyzing | analyzing | !After the breakup, an honest second draft | 25-analyzing
  26-email | registration | Which email should open it? | 26-email
  27-plan | report | !After the breakup, an honest second draft | 27-plan
  28-promo-code | promo-code | A code for finishing the quiz | 28-promo-code
  oto | offer | !After the breakup, an honest second draft | oto
  oto-gift | gift | Is a friend going through it too? | oto-gift
  upsell/coach | upsell | Some weeks need a person. | upsell/{offerId}
  upsell/journal | upsell | A place for what you do not send | upsell/{offerId}
  upsell-ai-companion | upsell | Say it here first. | upsell-ai-companion
  offer2 | offer | Say one true thing. Then stop. | offer2
  offer2_v2_m | offer | Many men learn to fix things. This one you say. | offer2_v2_m
  offer2_v2_f | offer | Many women talk for two. Say your half. | offer2_v2_f
  offer3 | upsell | A second reader for one letter | offer3
  offer3_v2_m | upsell | !After the breakup, an honest second draft | offer3_v2_m
  offer3_v2_f | upsell | !After the breakup, an honest second draft | offer3_v2_f
  offer4 | upsell | Whatever comes of it, you go on. | offer4
  thank-you-page | thank-you | !After the breakup, an honest second draft | thank-you-page
  downsell | downsell | Or one good conversation | downsell
  downsell-oto | downsell | Not four weeks? Take one. | downsell-oto
  downsell-gift | downsell | Or something small | downsell-gift`,
);

export const spiritualQuestions = addresses(
  "Quietwell",
  `start | single | !A quiet look at your faith
  2-step | info | !A quiet look at your faith
  3-step | info | !A quiet look at your faith
  4-name | text | What may we call you?
  5-step | single | !A quiet look at your faith
  6-longing | multi | What are you hoping for?
  7-praying | single | How often do you pray, in any form?
  8-plain-words | scale | How true is this for you?
  9-short-prayers | info | Prayer can be very short
  10-reading | single | How often do you read the Bible, or hear it read?
  11-page-open | single | And what happens then, most of the time?
  12-step | multi | !A quiet look at your faith
  13-step | info | !A quiet look at your faith
  14-step | info | !A quiet look at your faith
  15-together | single | How often do you talk with someone about faith, or about doubt?
  16-known | scale | How true is this for you?
  17-quiet-hours | slider | How many hours of your week are truly quiet?
  18-stopping | scale | How true is this for you?
  19-time | single | When does your day leave a little room?
  20-minutes | single | How many minutes would feel kind, rather than ambitious?
  21-ready | info | !A quiet look at your faith`,
);

export const spiritualPages = addresses(
  "Quietwell",
  `22-growth-profile | report | !A quiet look at your faith | 22-growth-profile
  23-analyzing | analyzing | !A quiet look at your faith | 23-analyzing
  24-registration | registration | Which email should open your practice? | 24-registration
  25-chart | report | !A quiet look at your faith | 25-chart
  oto | offer | !Begin with Quietwell | oto
  oto-gift | gift | Would you like to bring someone along? | oto-gift
  thank-you | thank-you | !A quiet look at your faith | thank-you`,
);
