import { useLayoutEffect, useRef } from "react";
import styles from "./art.module.css";

/** As many as the finest form has, which lays them over the drawing as the panes of a window. */
const PIECES = Array.from({ length: 12 }, (_, i) => i);

/**
 * The brand's drawing as it comes to be, in the form of `theme.layout.reveal`: all of them are CSS over the same
 * pieces and one number. The stages below say the same in words. Where a stage is beside the work, it stands there.
 */
export function Art({ share }: { share: number }) {
  const art = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    art.current?.style.setProperty("--share", share.toFixed(3));
  }, [share]);
  return (
    <div ref={art} className={styles.art} data-art="" aria-hidden="true">
      {PIECES.map((piece) => (
        <span key={piece} />
      ))}
    </div>
  );
}
