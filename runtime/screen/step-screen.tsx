/** The folder `screen` holds the step on the screen: frame, motion, what stands in for a page. */
import { useSetAtom } from "jotai";
import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import type { Step, StepOf, ValueName } from "../../generated/contract.ts";
import type { PageId, PageProps } from "../../generated/names.ts";
import { routeOf } from "../../generated/address.ts";
import { chapterOf } from "../../generated/chapter.ts";
import { lastChapter, UNKNOWN_ADDRESS } from "../../generated/traits.ts";
import { stepById } from "../core/flow.ts";
import { isGiven } from "../core/basis.ts";
import { useGiven, useTold } from "../hooks/use-given.ts";
import { useGuards } from "../hooks/use-guards.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { usePage } from "../hooks/use-page.ts";
import { useStepNavigation } from "../hooks/use-step-navigation.ts";
import { useVariant } from "../hooks/use-variant.ts";
import { IdSuffix } from "../ui/ask.tsx";
import { pages } from "../pages/registry.ts";
import { type Slot, slot } from "../pages/slot.ts";
import { showSensitivityAtom } from "../state/discretion.ts";
import { markOfferedAtom } from "../state/journey.ts";
import type { UnansweredProps } from "./unanswered.tsx";
import { useArrival } from "./use-arrival.ts";
import { useCountedPage } from "./use-counted-page.ts";
import { useDocumentHead } from "./use-document-head.ts";
import { useDoubleTap } from "./use-double-tap.ts";
import { useHeldTap } from "./use-held-tap.ts";
import { usePageView } from "./use-page-view.ts";
import { usePlace } from "./use-place.ts";
import { useStepsAhead } from "./use-steps-ahead.ts";
import { useLoadedPage } from "./use-loaded-page.ts";

/** Few visitors come to a page without its answers: what they see is fetched for them. */
export const unanswered: Slot<UnansweredProps> = slot(
  () => import("./unanswered.tsx"),
);

/** One step on screen: guards, title, scroll and focus around its page. */
export function StepScreen() {
  const { funnel, mount, step } = usePage();
  const entry = useGuards();
  const meant = usePlace();
  const guarding = entry.kind === "waiting";
  const { decided, missing } = useGiven();
  const way = useWay(step);
  const chapter = chapterShown(step);
  const isMissing = decided && missing.length > 0;
  const pictures = useMemo(
    () => picturesOf(step, isMissing),
    [step, isMissing],
  );
  const isLoaded = useLoadedPage(pages[step.page]);
  const hasWords = useLoadedPage(unanswered, isMissing);
  const ready = isLoaded && (hasWords || !isMissing);
  const target =
    meant ?? (entry.kind === "redirect" ? stepById(funnel, entry.to) : null);
  const shown = ready && !guarding && target === null;
  useSensitivity(step);
  useDocumentHead(step);
  useArrival(shown);
  usePageView(shown);
  useCountedPage(shown && !isMissing);
  useOffered(step, shown && !isMissing);
  useHeldTap();
  useDoubleTap();
  useStepsAhead();
  // An empty page until then, so that nothing moves into its place.
  if (target !== null)
    return (
      <main aria-busy>
        <Redirect to={target} />
      </main>
    );
  return (
    <main
      data-page={step.page}
      data-route={routeOf(mount, step.pattern)}
      data-chapter={chapter}
      data-pictures={pictures}
      data-way={way}
      data-guarding={guarding ? "" : undefined}
      data-undecided={decided ? undefined : ""}
      // The hand-over shows a step whose answers it has taken itself.
      suppressHydrationWarning
      aria-busy={ready ? undefined : true}
    >
      {!ready ? null : isMissing ? (
        <WithoutAnswers step={step} missing={missing} />
      ) : (
        <Sides step={step} shown={!guarding} />
      )}
    </main>
  );
}

/** Whose drawing stands with the step; none for offers, which show what they sell. */
function chapterShown({ page, progress }: Step): number | undefined {
  const isLast = lastChapter.some((each) => each === page);
  const share = progress ?? (isLast ? 1 : null);
  return share === null ? undefined : chapterOf(share);
}

/** Whether a step shows pictures of its own, or one that the brand may draw as it draws its chapters. */
function picturesOf({ page, props, variant, basis }: Step, isMissing: boolean) {
  const shown = isMissing ? [basis?.instead] : [props, variant?.props];
  if (!hasPicture(shown)) return undefined;
  return page === UNKNOWN_ADDRESS ? "drawn" : "own";
}

function hasPicture(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return "width" in value || Object.values(value).some(hasPicture);
}

type Way = "on" | "back";

/** How far the step before this one was; null on the first one. */
let cameFrom: number | null = null;

/** Whether the visitor came to the step forwards or by going back. */
function useWay({ progress }: Step): Way | undefined {
  const [way] = useState<Way | undefined>(() =>
    cameFrom === null ? undefined : far(progress) < cameFrom ? "back" : "on",
  );
  useEffect(() => {
    cameFrom = far(progress);
  }, [progress]);
  return way;
}

/** What comes after the quiz is further than all of it. */
function far(progress: Step["progress"]): number {
  return progress ?? 2;
}

function Redirect({ to }: { readonly to: Step }) {
  const goTo = useStepNavigation();
  useEffect(() => goTo(to, { replace: true }), [goTo, to]);
  return null;
}

/** Notes that the visitor came to an offer, unless they are there only because they came to one before. */
function useOffered({ edges, needs }: Step, shown: boolean): void {
  const mark = useSetAtom(markOfferedAtom);
  const isOffer = edges.some(({ on }) => on === "accept");
  const told = useTold(isOffer);
  const isWhole = isOffer && needs.every((need) => isGiven(need, told));
  useEffect(() => {
    if (shown && isWhole) mark();
  }, [shown, isWhole, mark]);
}

/** Before anybody who records the page sees what has changed. */
function useSensitivity({ sensitive }: Step): void {
  const show = useSetAtom(showSensitivityAtom);
  useLayoutEffect(() => show(sensitive), [show, sensitive]);
}

/**
 * Both sides of an experiment until the visitor's is known: a script in the head has hidden the other one. Theirs stays
 * where it is then, with what they have typed and picked; where both were never there, nothing stands around it.
 */
function Sides({
  step,
  shown,
}: {
  readonly step: Step;
  readonly shown: boolean;
}) {
  const side = useVariant(step.variant?.experiment ?? null, shown);
  const hydrated = useHydrated();
  const [wereBoth] = useState(!hydrated);
  if (step.variant === null) return sideOf(step, "A");
  if (!wereBoth) return sideOf(step, side);
  return SIDES.map((each) =>
    hydrated && each !== side ? null : (
      <div key={each} data-side={hydrated ? "" : each}>
        <IdSuffix value={each === "A" ? "" : "-b"}>
          {sideOf(step, each)}
        </IdSuffix>
      </div>
    ),
  );
}

const SIDES = ["A", "B"] as const;

/** The page in other words, where what it is there for comes from elsewhere; else what stands in its place. */
function WithoutAnswers<P extends PageId>({
  step,
  missing,
}: {
  readonly step: StepOf<P>;
  readonly missing: readonly ValueName[];
}) {
  const instead = step.basis?.instead;
  return (
    <>
      {instead === undefined ? null : render(step, instead)}
      {unanswered.render({ missing, alone: instead === undefined })}
    </>
  );
}

function sideOf<P extends PageId>(step: StepOf<P>, side: "A" | "B") {
  return render(
    step,
    side === "B" && step.variant !== null ? step.variant.props : step.props,
  );
}

function render<P extends PageId>(step: StepOf<P>, props: PageProps[P]) {
  const page: Slot<PageProps[P]> = pages[step.page];
  return page.render(props);
}
