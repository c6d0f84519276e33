import type { Text } from "../../../generated/contract.ts";
import type { PageProps } from "../../../generated/names.ts";
import { useCameByDocument } from "../../hooks/use-came-by-document.ts";
import { useContact } from "../../hooks/use-contact.ts";
import { useBrand, useFunnel } from "../../hooks/use-page.ts";
import { useShown } from "../../hooks/use-shown.ts";
import { usePurchases } from "../../checkout/use-purchases.ts";
import { isUrgent, Sections } from "../../sections/sections.tsx";
import button from "../../ui/button.module.css";
import { Heading } from "../../ui/heading.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Screen } from "../../ui/screen.tsx";
import { Blocks, Inline } from "../../ui/text.tsx";
import surface from "../../ui/surface.module.css";
import styles from "./page.module.css";
import { Receipt } from "./receipt.tsx";

const NOTHING_CHARGED =
  "You have not bought anything, and nothing was charged.";
const SMALL = `${surface.aligned} ${surface.small}`;

export function Page({
  heading,
  text,
  empty,
  refunded,
  sections = [],
  accessLabel,
}: PageProps["thank-you"]) {
  const { supportEmail } = useBrand().project;
  const { status, items, isExpected, retry } = usePurchases();
  const hasNothing =
    items.length === 0 &&
    (status === "ready" || (status === "loading" && !isExpected));
  const sells = Object.keys(useFunnel().products).length > 0;
  // Whoever was offered nothing waits for no order, and is not told that they bought nothing.
  const isFree = !sells && hasNothing;
  const isShown = useShown();
  const help = sections.filter(isUrgent);
  const others = sections.filter((one) => !isUrgent(one));
  // One that everybody sees tells nothing of this visitor.
  const isInDanger = help.some((one) => one.when !== null && isShown(one));
  const kept =
    status === "ready" ? items.filter(({ isRefunded }) => !isRefunded) : [];
  const bought = kept.length > 0;
  const isAlone = !useCameByDocument() && isExpected;
  // Whoever gave something away has no access by it.
  const mayHaveAccess =
    status === "earlier" || kept.some(({ gift }) => gift === null);
  return (
    <Screen
      head={
        <>
          {/* There before the answer, so that it does not push the headline down. */}
          {bought || isExpected ? (
            <Icon name="check" className={styles.done ?? ""} />
          ) : null}
          <Heading>
            <Inline text={heading} />
          </Heading>
        </>
      }
    >
      <div className={isAlone ? `${styles.body} ${styles.alone}` : styles.body}>
        {help.some(isShown) ? <Sections items={help} /> : null}
        {/* Whoever is led to help is not told that they bought nothing. */}
        {isInDanger && hasNothing ? null : (
          <Receipt
            status={isFree ? "ready" : status}
            items={items}
            empty={empty ?? (sells ? NOTHING_CHARGED : undefined)}
            refunded={refunded}
            retry={retry}
          />
        )}
        {mayHaveAccess ? <Access label={accessLabel} /> : null}
        {bought && text !== undefined ? (
          <div className={surface.aligned}>
            <Blocks markdown={text} />
          </div>
        ) : null}
        {/* What stands below an order comes with it, so that it is not pushed down. */}
        {isAlone ? null : (
          <>
            {others.length === 0 ? null : <Sections items={others} />}
            <p className={SMALL}>
              Something unclear? Write to{" "}
              <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>.
            </p>
          </>
        )}
      </div>
    </Screen>
  );
}

/** The way to what was bought, and the address that opens it. */
function Access({ label }: { label: Text }) {
  const { homepageLink } = useBrand().project;
  return (
    <div className={styles.access}>
      <Link href={homepageLink} className={button.primary}>
        <span className={button.words}>
          <Inline text={label} />
        </span>
        <Icon name="forward" className={button.arrow ?? ""} />
      </Link>
      <SignIn />
    </div>
  );
}

function SignIn() {
  const { email } = useContact();
  if (email === null) return null;
  return (
    <p className={SMALL}>
      Sign in with <strong data-personal="email">{email}</strong>.
    </p>
  );
}
