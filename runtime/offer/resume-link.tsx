import { useSetAtom } from "jotai";
import { useState } from "react";
import { makeResumeLinkAtom } from "../state/resume.ts";
import { Button } from "../ui/button.tsx";
import { Copy } from "./copy.tsx";
import { Link } from "../ui/link.tsx";
import styles from "./resume-link.module.css";
import summary from "./summary.module.css";

/** A link by which the visitor goes on with this page on another device; made, and passed on, by nobody else. */
export function ResumeLink() {
  const make = useSetAtom(makeResumeLinkAtom);
  const [link, setLink] = useState<string | null>(null);
  return (
    <details
      className={styles.resume}
      data-resume=""
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setLink(make());
      }}
    >
      <summary className={summary.summary}>Continue on another device</summary>
      <p className={styles.note}>
        This link opens the page with your answers, save for private ones. Send
        it to yourself only: whoever has it can read them.
      </p>
      {link === null ? null : <Ways link={link} />}
    </details>
  );
}

function Ways({ link }: { link: string }) {
  const subject = encodeURIComponent(document.title);
  const body = encodeURIComponent(link);
  const canShare = "share" in navigator;
  return (
    <div className={styles.ways} data-private>
      {canShare ? (
        <Button look="secondary" onClick={() => void share(link)}>
          Send the link
        </Button>
      ) : (
        <p>
          <Link href={`mailto:?subject=${subject}&body=${body}`}>
            Mail it to yourself
          </Link>
        </p>
      )}
      <Copy text={link} what="the link" />
    </div>
  );
}

/** Whoever closes the list of apps has changed their mind; the link can still be copied. */
async function share(url: string): Promise<void> {
  try {
    await navigator.share({ title: document.title, url });
  } catch {
    return;
  }
}
