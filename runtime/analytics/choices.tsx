import {
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Brand } from "../../generated/contract.ts";
import { dayWords } from "../../generated/day-words.ts";
import type { Purpose } from "../core/consent.ts";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import styles from "./notice.module.css";
import { useGivenBackFocus } from "./use-given-back-focus.ts";
import { useReservedHeight } from "./use-reserved-height.ts";

interface ChoicesProps {
  readonly brand: Brand;
  /** What third parties are used for in this funnel. */
  readonly used: readonly Purpose[];
  /** What is allowed of that, and what the visitor has granted elsewhere. */
  readonly allowed: readonly Purpose[];
  /** When the visitor chose (ISO 8601); null before that. */
  readonly chosenAt: string | null;
  readonly onChoose: (purposes: readonly Purpose[]) => void;
  /** Leaves what was chosen before. */
  readonly onClose: () => void;
}

const WORDS: Readonly<Record<Purpose, readonly [string, string]>> = {
  measurement: [
    "Measurement",
    "Which pages are seen, what is tapped, which errors happen.",
  ],
  replay: [
    "Replay",
    "How pages are scrolled and used, without what you type or choose.",
  ],
  marketing: [
    "Advertising",
    "Which ad brought you, and whether you bought something.",
  ],
};

/** What third parties may be used for, each by itself. It can be changed at any time from the foot of every page. */
export function Choices(props: ChoicesProps) {
  const { brand, used, allowed, chosenAt, onChoose, onClose } = props;
  const box = useRef<HTMLElement>(null);
  const title = useId();
  const [chosen, setChosen] = useState(allowed);
  useReservedHeight(box);
  useGivenBackFocus(box);
  useLayoutEffect(() => box.current?.focus(), []);
  useEscape(box, onClose);
  const policy = brand.legal.find(({ label }) => /privacy/i.test(label));
  const toggle = (purpose: Purpose) =>
    setChosen((before) =>
      before.includes(purpose)
        ? before.filter((one) => one !== purpose)
        : [...before, purpose],
    );
  return (
    <aside
      ref={box}
      className={styles.panel}
      aria-labelledby={title}
      tabIndex={-1}
      data-notice
    >
      <h2 id={title} className={styles.title}>
        Privacy choices
      </h2>
      <p className={styles.words}>
        {chosenAt === null
          ? "You have not chosen yet."
          : `You chose on ${dayWords(new Date(chosenAt), { withYear: true })}.`}{" "}
        Answers that we call sensitive are told to nobody, whatever you choose.{" "}
        {policy === undefined ? null : (
          <Link href={policy.href}>{policy.label}</Link>
        )}
      </p>
      {used.length === 0 ? (
        <p className={styles.words}>This page uses no third party.</p>
      ) : (
        used.map((purpose) => (
          <label key={purpose} className={styles.purpose}>
            <input
              type="checkbox"
              data-purpose={purpose}
              checked={chosen.includes(purpose)}
              onChange={() => toggle(purpose)}
            />
            <span>
              <strong>{WORDS[purpose][0]}</strong> {WORDS[purpose][1]}
            </span>
          </label>
        ))
      )}
      <div className={styles.buttons}>
        <Button
          look="secondary"
          data-consent="decline"
          onClick={() => onChoose([])}
        >
          None
        </Button>
        <Button
          look="secondary"
          data-consent="save"
          onClick={() => onChoose(chosen)}
        >
          Save
        </Button>
      </div>
    </aside>
  );
}

/** Does something when Escape is pressed with the focus in the box. */
function useEscape(
  box: RefObject<HTMLElement | null>,
  onEscape: () => void,
): void {
  useEffect(() => {
    const own = box.current;
    const press = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onEscape();
    };
    own?.addEventListener("keydown", press);
    return () => own?.removeEventListener("keydown", press);
  }, [box, onEscape]);
}
