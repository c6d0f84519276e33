import { useRef, useState } from "react";
import type { PageProps, Section } from "../../../generated/names.ts";
import { useCheckout } from "../../checkout/use-checkout.ts";
import { useHasPurchased } from "../../checkout/use-purchases.ts";
import { useTimerEnded } from "../../hooks/use-deadline.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useStep } from "../../hooks/use-page.ts";
import { useShown } from "../../hooks/use-shown.ts";
import { Bought, useBought } from "../../offer/bought.tsx";
import { LedgerLine } from "../../offer/ledger-line.tsx";
import { Outcome } from "../../offer/outcome.tsx";
import { ResumeLink } from "../../offer/resume-link.tsx";
import {
  type PlanChoice,
  PlanContext,
  planOf,
  soldBy,
  soldProduct,
} from "../../offer/plan.ts";
import { soldAt } from "../../offer/sold-at.ts";
import { Sections } from "../../sections/sections.tsx";
import { Button } from "../../ui/button.tsx";
import { Heading } from "../../ui/heading.tsx";
import { Lead } from "../../ui/screen.tsx";
import { StickyAction } from "../../ui/sticky-action.tsx";
import { Inline } from "../../ui/text.tsx";
import { arrange } from "./arrange.ts";
import { Closing } from "./closing.tsx";
import styles from "./page.module.css";

export function Page(props: PageProps["offer"]) {
  const isShown = useShown();
  const { bought, isSold, owned } = useBoughtHere();
  const choice = usePlanChoice(props, owned);
  const picker = useRef<HTMLDivElement>(null);
  const all = props.sections.filter(isShown);
  // Beside a plan that renews, or will again, another one would be paid for the same time.
  const isLeft = (product: string) =>
    bought?.renewal === null && bought.stopped !== "paused" && isSold(product);
  const sections =
    bought === null ? all : all.map((item) => withoutBought(item, isLeft));
  const left = sections.flatMap((item) =>
    item.section === "plans" ? item.plans : [],
  );
  const isOver = bought !== null && left.length === 0;
  const shown = sections.filter(
    (item) =>
      (props.showClock || item.section !== "countdown") &&
      (!isOver || !OF_A_SALE.includes(item.section)),
  );
  const ended = useTimerEnded();
  // What is bought is said first.
  const type = bought === null ? props.page_type : "B";
  const parts = arrange(shown, type);
  const toPlans = () => {
    picker.current?.scrollIntoView({ block: "start" });
    picker.current
      ?.querySelector<HTMLElement>("input:checked")
      ?.focus({ preventScroll: true });
  };
  return (
    <PlanContext value={isOver ? null : choice}>
      <div className={styles.offer} data-type={type}>
        <div className={styles.before}>
          <Head {...props} />
          {parts.before.length === 0 ? null : <Sections items={parts.before} />}
          {parts.before.length === 0 || parts.plans === null ? null : (
            <div className={styles.jump}>
              <StickyAction>
                <Button onClick={toPlans}>
                  {parts.plans.plans.length === 1
                    ? "See the price"
                    : "See the prices"}
                </Button>
              </StickyAction>
            </div>
          )}
        </div>
        <div ref={picker} className={styles.picker}>
          {bought === null ? null : (
            <Bought item={bought} hasOthers={!isOver} />
          )}
          <Outcome
            retryBy="hosted"
            owned={owned}
            isSold={(product) =>
              bought === null ||
              (product === null
                ? !isOver
                : left.some((plan) => soldBy(plan).includes(product)))
            }
            instead={(product) => {
              const plan = parts.plans && planOf(parts.plans, product);
              return plan === null ? product : soldProduct(plan, ended);
            }}
          />
          <Sections items={parts.picker} />
        </div>
        <div className={styles.after}>
          {parts.after.length === 0 ? null : <Sections items={parts.after} />}
          <div className={styles.closing}>
            <Closing plans={parts.plans} alone={parts.after.length === 0} />
          </div>
          <ResumeLink />
        </div>
      </div>
    </PlanContext>
  );
}

function Head({ heading, text, titleType }: PageProps["offer"]) {
  return (
    <header className={styles.head} data-title={titleType}>
      <LedgerLine />
      <Heading size={titleType === "b" ? "display" : "question"}>
        <Inline text={heading} />
      </Heading>
      {text === undefined ? null : (
        <Lead>
          <Inline text={text} />
        </Lead>
      )}
    </header>
  );
}

function usePlanChoice(
  { type, button, declineLabel, sections }: PageProps["offer"],
  owned: readonly string[],
): PlanChoice {
  const { status, product, pay } = useCheckout();
  const { go } = useFlow<"offer">();
  const pending = status === "pending";
  const [picked, setPicked] = useState<string | null>(null);
  const isShown = useShown();
  return {
    form: type,
    button,
    declineLabel,
    guarantee: guaranteeOf(sections.filter(isShown)),
    // Back from the payment page, the plan that was on its way to be paid is still the picked one.
    picked: picked ?? product,
    pending,
    pick: setPicked,
    buy: (bought) => pay(bought, "hosted", owned),
    // A payment under way is not left by the other door.
    decline: () => !pending && go("decline"),
  };
}

/** Sections that hurry a visitor to what is still to be bought. */
const OF_A_SALE: readonly Section["section"][] = ["countdown", "promo"];

/** What the visitor has bought of what is sold here. Nobody is asked about a visitor who has paid nowhere yet. */
function useBoughtHere() {
  const sold = soldAt(useStep());
  const handle = useBought(sold, useHasPurchased());
  const owned = sold.filter((product) => !handle.isSold(product));
  return { ...handle, owned };
}

/** A plan is bought by its regular product, too. */
function withoutBought(
  item: Section,
  isSold: (product: string) => boolean,
): Section {
  return item.section === "plans"
    ? {
        ...item,
        plans: item.plans.filter((plan) => soldBy(plan).every(isSold)),
      }
    : item;
}

function guaranteeOf(sections: readonly Section[]): number | null {
  const found = sections.find((item) => item.section === "guarantee");
  return found?.days ?? null;
}
