import { ADHD, CALM, EX_BACK, SITE, type Planted } from "./planted.ts";

export const addresses: readonly Planted[] = [
  [
    "a title",
    ADHD,
    "title: A kind look at your attention",
    "title: Another look",
  ],
  ["a description", ADHD, "Not a diagnosis.", "No diagnosis."],
  ["a mount", ADHD, "mounts: [/quiz-adhd]", "mounts: [/quiz-attention]"],
  ["a mirror", ADHD, "mounts: [/quiz-adhd]", "mounts: [/quiz-adhd, /quiz-two]"],
  [
    "mounts in another order",
    EX_BACK,
    /mounts: \[([^,\]]+), ([^,\]]+)/,
    "mounts: [$2, $1",
  ],
  [
    "a page that is gone",
    ADHD,
    / {2}- path: 34-summary[\s\S]*?(?= {2}- path: 35-analyzing)/,
    "",
  ],
  ["an address", ADHD, "path: oto\n", "path: offer\n"],
  ["the number of a page", ADHD, "path: 34-summary", "path: 35-summary"],
  ["a host", CALM, "hosts: [", "hosts: [new.example, "],
  [
    "a host that is gone",
    CALM,
    "hosts: [calm.example, stillmere.example]",
    "hosts: [calm.example]",
  ],
  [
    "a redirect",
    CALM,
    "hosts: [",
    "redirects: [{ from: /old, to: /quiz }]\nhosts: [",
  ],
  [
    "where the root leads",
    "body/brand.yaml",
    "home: /quiz\n",
    "home: /quiz-boost\n",
  ],
  [
    "the title of a policy",
    CALM,
    "title: Terms of Use - Stillmere",
    "title: Terms - Stillmere",
  ],
  ["the path of offers", SITE, "otoPath: /quiz/oto", "otoPath: /quiz/offer"],
  [
    "the brand of unknown hosts",
    SITE,
    "defaultBrand: dating",
    "defaultBrand: calm",
  ],
  [
    "where a host leads that has moved",
    SITE,
    "woo-readings.example, to",
    "woo-reading.example, to",
  ],
];
