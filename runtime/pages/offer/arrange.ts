import type { PageProps, Section } from "../../../generated/names.ts";
import type { Plans } from "../../offer/plan.ts";

export interface Arrangement {
  /** What stands above the plans. */
  readonly before: readonly Section[];
  /** The first plan picker, with the clock that belongs to it. */
  readonly picker: readonly Section[];
  readonly after: readonly Section[];
  readonly plans: Plans | null;
}

/** The order of an offer's blocks: A tells the story first, B leads with the plans. */
export function arrange(
  sections: readonly Section[],
  pageType: PageProps["offer"]["page_type"],
): Arrangement {
  const at = sections.findIndex((item) => item.section === "plans");
  const plans = sections[at];
  if (plans?.section !== "plans")
    return { before: sections, picker: [], after: [], plans: null };
  if (pageType === "B") {
    const picker = sections.filter(
      (item) => item === plans || item.section === "countdown",
    );
    return {
      before: [],
      picker,
      after: sections.filter((item) => !picker.includes(item)),
      plans,
    };
  }
  const start = sections[at - 1]?.section === "countdown" ? at - 1 : at;
  return {
    before: sections.slice(0, start),
    picker: sections.slice(start, at + 1),
    after: sections.slice(at + 1),
    plans,
  };
}
