import { ADHD, CALM, type Planted } from "./planted.ts";

export const looks: readonly Planted[] = [
  ["a colour", CALM, /accent: "#?\w+"/, 'accent: "#123456"'],
  ["the colour of text, too light", CALM, 'ink: "#1b3035"', 'ink: "#9bb0b5"'],
  [
    "sections changed round",
    ADHD,
    /( {6}- section: guarantee\n.*\n.*\n.*\n)( {6}- use: day-one\n)/,
    "$2$1",
  ],
  ["a layout", ADHD, "layout: pictures", "layout: list"],
  ["a picture", ADHD, "picture: heron.svg", "picture: mind-fog.svg"],
  ["a radius", CALM, "card: 20", "card: 12"],
  ["a typeface", CALM, "headingWeight: 500", "headingWeight: 600"],
  ["a form of the brand", CALM, "progress: thread", "progress: bar"],
  ["the logo", CALM, "logo: logo.svg", "logo: heron.svg"],
  [
    "drawings in another order",
    CALM,
    "still-water.svg, boat.svg",
    "boat.svg, still-water.svg",
  ],
  ["what of a drawing is kept", CALM, "boat.svg: 50% 30%", "boat.svg: 40% 20%"],
  ["all of a drawing's middle", CALM, / {4}focus: .*\n/, ""],
  [
    "drawings of a funnel's own",
    ADHD,
    /^mounts:/m,
    "drawings: [boat.svg, jetty.svg]\nmounts:",
  ],
  ["how a screen moves", CALM, "travel: rise", "travel: slide"],
  ["what is shown at first", CALM, "preloader: none", "preloader: start-up"],
];
