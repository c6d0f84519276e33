import { Icon } from "../../ui/icon.tsx";
import styles from "./ring.module.css";

/** The whole as one ring; the stages below say the same in words. */
export function Ring({ share, over }: { share: number; over: boolean }) {
  const percent = Math.round(share * 100);
  return (
    <div className={styles.ring} data-over={over} aria-hidden="true">
      <svg viewBox="0 0 120 120">
        <circle className={styles.track} cx="60" cy="60" r="52" />
        <circle
          className={styles.value}
          cx="60"
          cy="60"
          r="52"
          pathLength={100}
          strokeDasharray={`${percent} 200`}
        />
      </svg>
      {over ? (
        <Icon name="check" className={styles.check ?? ""} />
      ) : (
        <span>{percent}%</span>
      )}
    </div>
  );
}
