import type { ReactNode } from "react";
import { useSetAtom } from "jotai";
import { hasVendors } from "../core/vendors.ts";
import { useBack } from "../hooks/use-back.ts";
import { useGiven } from "../hooks/use-given.ts";
import { useBrand, useFunnel, useStep } from "../hooks/use-page.ts";
import { consentOpenAtom } from "../state/app.ts";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { Picture } from "../ui/picture.tsx";
import { Progress } from "../ui/progress.tsx";
import styles from "./frame.module.css";

/** What stays while steps come and go; goes around `<main>`. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <Header />
      {children}
      <Footer />
    </div>
  );
}

function Header() {
  const { back, canGoBack } = useBack();
  const { progress, props } = useStep();
  const { decided, missing } = useGiven();
  // Whoever has not given what the page is made of has not come this far.
  const isOnWay = !decided || missing.length === 0;
  const { logo, project } = useBrand();
  const { steps } = useFunnel();
  const screens = steps.filter((step) => step.progress !== null).length;
  return (
    <header
      className={
        progress === null ? styles.header : `${styles.header} ${styles.onWay}`
      }
    >
      {canGoBack && isOnWay ? (
        <button
          type="button"
          className={styles.back}
          data-action="back"
          aria-label="Back"
          onClick={back}
        >
          <Icon name="back" />
        </button>
      ) : null}
      {logo === null ? (
        <p className={styles.name}>{project.name}</p>
      ) : (
        <Picture
          picture={logo}
          alt={project.name}
          eager
          className={styles.logo}
        />
      )}
      {progress === null || !isOnWay ? null : (
        <Progress
          value={progress}
          label="Progress"
          screens={screens}
          isUnsaid={"urgent" in props && props.urgent}
        />
      )}
    </header>
  );
}

function Footer() {
  const brand = useBrand();
  const { legal, project } = brand;
  return (
    <footer className={styles.footer}>
      <span className={styles.owner}>{project.name}</span>
      {legal.map(({ label, href }) => (
        <Link key={href} href={href} className={styles.legal}>
          {label}
        </Link>
      ))}
      {brand.consent !== "none" && hasVendors(brand) ? <Choices /> : null}
    </footer>
  );
}

/** What was chosen about third parties can be chosen again. */
function Choices() {
  const open = useSetAtom(consentOpenAtom);
  return (
    <button
      type="button"
      className={styles.choices}
      data-consent="open"
      onClick={() => open(true)}
    >
      Privacy choices
    </button>
  );
}
