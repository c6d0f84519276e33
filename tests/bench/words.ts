/** What the generated funnels are about: a topic, and what people want, do and feel in it. */
export interface Topic {
  readonly id: string;
  readonly name: string;
  readonly wish: string;
  readonly habits: readonly string[];
  readonly feelings: readonly string[];
  readonly obstacles: readonly string[];
  readonly practices: readonly string[];
}

export const topics: readonly Topic[] = [
  {
    id: "sleep",
    name: "Quiet nights",
    wish: "sleep through the night",
    habits: [
      "check the clock in the dark",
      "fall asleep in front of a screen",
      "drink coffee after lunch",
      "lie awake with tomorrow's list",
      "sleep in at the weekend",
      "go to bed later than planned",
    ],
    feelings: [
      "heavy before noon",
      "wide awake at midnight",
      "short with people you like",
      "foggy in meetings",
      "better after a walk",
    ],
    obstacles: [
      "Noise outside",
      "A racing mind",
      "Small children",
      "Shift work",
      "A phone beside the bed",
      "A room that is too warm",
    ],
    practices: [
      "a dim hour before bed",
      "ten slow breaths",
      "a paper list for tomorrow",
      "the same time to get up",
      "a cooler room",
    ],
  },
  {
    id: "money",
    name: "Calm with money",
    wish: "reach the end of the month without worry",
    habits: [
      "open a bill on the day it arrives",
      "compare prices before you buy",
      "buy something to cheer yourself up",
      "put a little aside",
      "forget a subscription",
      "lend more than you can spare",
    ],
    feelings: [
      "uneasy at the cash machine",
      "proud of a small saving",
      "embarrassed about a debt",
      "tired of counting",
      "hopeful on payday",
    ],
    obstacles: [
      "Irregular income",
      "Old debts",
      "Prices that rise",
      "Nobody to ask",
      "A partner who sees it differently",
      "Surprises such as repairs",
    ],
    practices: [
      "one look at the account a week",
      "a list of fixed costs",
      "a small buffer first",
      "a waiting day before buying",
      "one honest talk",
    ],
  },
  {
    id: "movement",
    name: "Moving again",
    wish: "climb the stairs without a pause",
    habits: [
      "take the stairs",
      "sit for more than two hours",
      "walk to the shop",
      "stretch in the morning",
      "skip a planned session",
      "cycle for short ways",
    ],
    feelings: [
      "stiff after sitting",
      "proud after a walk",
      "out of breath too soon",
      "afraid of an old pain",
      "lighter in the evening",
    ],
    obstacles: [
      "An old injury",
      "No time before dark",
      "Bad weather",
      "Not knowing how to begin",
      "Feeling watched",
      "Tiredness after work",
    ],
    practices: [
      "a short walk after lunch",
      "two minutes of stretching",
      "standing while you call",
      "one longer round on Sunday",
      "easy strength at the kitchen table",
    ],
  },
  {
    id: "speech",
    name: "Speaking up",
    wish: "say what you think while it matters",
    habits: [
      "prepare every sentence",
      "agree although you do not",
      "speak first in a meeting",
      "avoid the telephone",
      "replay a talk in your head",
      "ask when you have not understood",
    ],
    feelings: [
      "hot in the face",
      "relieved when it is over",
      "angry at your own silence",
      "steady with one listener",
      "curious about the answer",
    ],
    obstacles: [
      "A loud colleague",
      "A second language",
      "Fear of a red face",
      "Bad memories from school",
      "Talks without a plan",
      "Too many listeners",
    ],
    practices: [
      "one question a day",
      "notes in three words",
      "reading aloud",
      "a pause before the answer",
      "a talk with a friend first",
    ],
  },
  {
    id: "parents",
    name: "Patient parents",
    wish: "stay calm when the shoes are missing again",
    habits: [
      "raise your voice",
      "eat together at a table",
      "promise too much",
      "laugh about a mess",
      "look at the phone while they talk",
      "say sorry afterwards",
    ],
    feelings: [
      "guilty at bedtime",
      "moved by a small hand",
      "alone with the decisions",
      "tense before breakfast",
      "grateful on Sundays",
    ],
    obstacles: [
      "Mornings in a hurry",
      "Too little sleep",
      "Screens",
      "Two opinions in one house",
      "No help nearby",
      "Work that follows you home",
    ],
    practices: [
      "three breaths at the door",
      "a picture plan for the morning",
      "ten minutes that are theirs",
      "one rule less",
      "an evening without devices",
    ],
  },
];

export const closings: readonly string[] = [
  "There is no right answer; the first one that comes is good enough.",
  "Think of the last two weeks, not of the best or the worst day.",
  "Nobody sees this but you, and you can go back at any time.",
  "Choose what fits most often, even if it does not always fit.",
  "A rough guess helps more than a long search.",
];

export const facts: readonly string[] = [
  "Most people who change something lasting begin with a step so small that it looks silly on paper. The size is what makes it survive a bad week.",
  "What we do at the same hour in the same place needs less will. That is why the plan ties every exercise to something you do anyway.",
  "Looking back once a week is worth more than looking at a graph every day, since days scatter and weeks tell.",
  "A missed day is a part of every plan. What counts is that the next day is easy to begin again.",
];

export const people: readonly (readonly [string, string, string])[] = [
  [
    "I stopped arguing with myself about it and simply did the two minutes.",
    "Jonas",
    "41, Ghent",
  ],
  [
    "On the second Sunday I noticed that I had not thought about it for days.",
    "Priya",
    "29, Leeds",
  ],
  ["It reads as if somebody had listened first.", "Marta", "53, Porto"],
  [
    "My daughter asked what had changed. Nothing big had.",
    "Owen",
    "47, Halifax",
  ],
];
