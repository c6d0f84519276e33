import type { SectionProps } from "../../../generated/names.ts";
import { useScores } from "../../hooks/use-scores.ts";
import { useText } from "../../hooks/use-text.ts";
import { Block } from "../../ui/block.tsx";
import { percent } from "../percent.ts";
import { onAxis, polygon, type Point, wrap } from "./net.ts";
import styles from "./section.module.css";

type Item = SectionProps["radar"]["items"][number];

const CENTRE: Point = { x: 180, y: 150 };
/** Three axes leave the lower part of a circle empty: their net is larger, and cut off below. */
const ROUND = { radius: 96, box: "0 0 360 300" } as const;
const THREE = { radius: 112, box: "0 -16 360 264" } as const;
const RINGS = [0.25, 0.5, 0.75, 1] as const;
/** The inmost share of an axis, so that a score of 0 still has a corner to see. */
const FLOOR = 0.06;
const LINE_HEIGHT = 17;

export function Section({ heading, items }: SectionProps["radar"]) {
  const words = useWords(items);
  const count = items.length;
  const { radius, box } = count === 3 ? THREE : ROUND;
  const at = (share: number, i: number) =>
    onAxis(i, count, radius * (FLOOR + (1 - FLOOR) * share), CENTRE);
  return (
    <Block section="radar" heading={heading} as="card">
      <svg
        className={styles.net}
        viewBox={box}
        role="img"
        aria-label={words
          .map(({ label, share }) => `${label}: ${share} of 100`)
          .join(", ")}
      >
        {RINGS.map((ring) => (
          <polygon
            key={ring}
            className={styles.ring}
            points={polygon(
              items.map((_, i) => onAxis(i, count, radius * ring, CENTRE)),
            )}
          />
        ))}
        {items.map((_, i) => {
          const end = onAxis(i, count, radius, CENTRE);
          return (
            <line
              key={i}
              className={styles.axis}
              x1={CENTRE.x}
              y1={CENTRE.y}
              x2={end.x}
              y2={end.y}
            />
          );
        })}
        <g className={styles.shape}>
          <polygon
            points={polygon(words.map(({ share }, i) => at(share / 100, i)))}
          />
          {words.map(({ share }, i) => {
            const corner = at(share / 100, i);
            return <circle key={i} cx={corner.x} cy={corner.y} r="4.5" />;
          })}
        </g>
        {words.map((word, i) => (
          <Label
            key={i}
            {...word}
            radius={radius}
            at={onAxis(i, count, radius + 16, CENTRE)}
          />
        ))}
      </svg>
    </Block>
  );
}

function Label({
  label,
  share,
  radius,
  at,
}: {
  label: string;
  share: number;
  radius: number;
  at: Point;
}) {
  const lines = wrap(label, 13);
  const side = at.x - CENTRE.x;
  const anchor = Math.abs(side) < 12 ? "middle" : side > 0 ? "start" : "end";
  const above = at.y < CENTRE.y - radius;
  const middle = Math.abs(at.y - CENTRE.y) < radius * 0.75;
  const shift = above
    ? lines.length * LINE_HEIGHT
    : middle
      ? (lines.length * LINE_HEIGHT) / 2
      : 0;
  const top = at.y - shift + (above ? 0 : 5);
  return (
    <text className={styles.label} textAnchor={anchor}>
      {lines.map((line, i) => (
        <tspan key={i} x={at.x} y={top + i * LINE_HEIGHT}>
          {line}
        </tspan>
      ))}
      <tspan
        className={styles.figure}
        x={at.x}
        y={top + lines.length * LINE_HEIGHT}
      >
        {share}
      </tspan>
    </text>
  );
}

function useWords(
  items: readonly Item[],
): readonly { label: string; share: number }[] {
  const text = useText();
  const shares = useScores(items.map((item) => item.score)).map(percent);
  return items.map((item, i) => ({
    label: text(item.label),
    share: shares[i] ?? 0,
  }));
}
