import type { ReactNode } from "react";
import type { SectionProps } from "../../../generated/names.ts";
import styles from "./drawings.module.css";

/** What is drawn of the shares that scores have of their scales, 0 to 1, on a sheet of 360 by 220. */
type Draw = (shares: readonly number[]) => ReactNode;

export const drawings: {
  readonly [A in SectionProps["portrait"]["as"]]: Draw;
} = { lake, window: panes, face, cards, stones, blocks };

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);
const lit = (isLit: boolean) => (isLit ? styles.lit : styles.unlit);

/** The middle of each of `count` columns. */
const columnOf = (i: number, count: number) => (360 * (i + 0.5)) / count;

/** A sun, and one wave for each share: flat water for none. */
function lake(shares: readonly number[]): ReactNode {
  const step = 130 / shares.length;
  return (
    <>
      <circle className={styles.sun} cx="180" cy="78" r="40" />
      {shares.map((share, i) => {
        const height = share * 34;
        const top = 86 + i * step;
        return (
          <path
            key={i}
            className={styles.wave}
            opacity={0.4 + (0.6 * (i + 1)) / shares.length}
            d={`M${-90 - i * 30} ${top}${`q22.5 ${-height} 45 0t45 0`.repeat(6)}V220H-180Z`}
          />
        );
      })}
    </>
  );
}

/** Lights of ten panes under a round arch, lit from below. */
function panes(shares: readonly number[]): ReactNode {
  const wide = Math.min(64, 300 / shares.length);
  return shares.map((share, i) => {
    const x = columnOf(i, shares.length) - wide / 2;
    return upTo(10).map((pane) => {
      const y = 196 - (pane + 1) * 18;
      const className = lit(pane < Math.round(share * 10));
      return pane < 9 ? (
        <rect
          key={`${i}-${pane}`}
          className={className}
          x={x}
          y={y}
          width={wide}
          height="18"
        />
      ) : (
        <path
          key={`${i}-${pane}`}
          className={className}
          d={`M${x} ${y + 18}a${wide / 2} 30 0 0 1 ${wide} 0z`}
        />
      );
    });
  });
}

/** What is one of three lines of a zone: across the middle, or the left one of two. */
type Line = (line: number) => string;

/** Forehead, eyes, cheeks, jaw, neck: the less there is of something, the more lines follow the face there. */
const ZONES: readonly { readonly isPaired: boolean; readonly line: Line }[] = [
  {
    isPaired: false,
    line: (i) =>
      `M${148 + i * 4} ${66 - i * 8}q${32 - i * 4}-9 ${64 - i * 8} 0`,
  },
  {
    isPaired: true,
    line: (i) =>
      `M${141 + i * 2} ${107 + i * 5}q${13 - i * 2} 9 ${26 - i * 4} 0`,
  },
  {
    isPaired: true,
    line: (i) =>
      `M${128 + i * 8} ${121 + i * 4}q4 ${20 - i * 3} ${20 - i * 3} ${31 - i * 5}`,
  },
  {
    isPaired: false,
    line: (i) =>
      `M${160 + i * 3} ${157 + i * 4}q${20 - i * 3} 8 ${40 - i * 6} 0`,
  },
  { isPaired: true, line: (i) => `M${164 + i * 4} 182q2 12-1 20` },
];

function face(shares: readonly number[]): ReactNode {
  return (
    <>
      <path
        className={styles.unlit}
        d="M180 18c44 0 62 32 60 72-2 44-26 84-60 84s-58-40-60-84c-2-40 16-72 60-72zM158 168v34q-24 10-50 18h144q-26-8-50-18v-34"
      />
      <path
        className={styles.line}
        d="M140 98q14 8 28 0M192 98q14 8 28 0M180 102l-6 24h10M164 144q16 8 32 0M140 82q14-8 28-2M192 80q14-6 28 2"
      />
      {ZONES.slice(0, shares.length).map(({ isPaired, line }, zone) =>
        upTo(Math.round((1 - (shares[zone] ?? 1)) * 3)).map((i) => (
          <g key={`${zone}-${i}`} className={styles.mark}>
            <path d={line(i)} />
            {isPaired ? (
              <path d={line(i)} transform="matrix(-1 0 0 1 360 0)" />
            ) : null}
          </g>
        )),
      )}
    </>
  );
}

/** A hand of five for each share; those it has reached lie face up. */
function cards(shares: readonly number[]): ReactNode {
  // A hand is 256 wide, and its middle 140 above the point it turns around.
  const size = Math.min(1, 350 / 256 / shares.length);
  return shares.map((share, i) =>
    upTo(5).map((card) => {
      const isUp = card < Math.round(share * 5);
      return (
        <g
          key={`${i}-${card}`}
          transform={`translate(${columnOf(i, shares.length)} ${110 + 140 * size}) scale(${size}) rotate(${(card - 2) * 15})`}
        >
          <rect
            className={lit(isUp)}
            x="-32"
            y="-205"
            width="64"
            height="96"
            rx="5"
          />
          {isUp ? (
            <circle className={styles.moon} cy="-157" r="17" />
          ) : (
            <path className={styles.line} d="M-22-195H22V-119H-22z" />
          )}
        </g>
      );
    }),
  );
}

/** One on the other, from the ground up. */
function stones(shares: readonly number[]): ReactNode {
  const tall = Math.min(38, 180 / shares.length);
  return (
    <>
      <path className={styles.line} d="M30 206H330" />
      {shares.map((share, i) => (
        <rect
          key={i}
          className={i % 2 === 0 ? styles.lit : styles.moon}
          x={180 - 24 - share * 116 + (i % 2) * 8}
          y={206 - (i + 1) * tall}
          width={48 + share * 232}
          height={tall - 2}
          rx={tall / 2}
        />
      ))}
    </>
  );
}

/** Towers of six blocks, seen from a corner. */
function blocks(shares: readonly number[]): ReactNode {
  return shares.map((share, i) => {
    const x = columnOf(i, shares.length);
    const count = Math.round(share * 6);
    return upTo(6).map((step) => {
      // Those that are missing first: what is there covers their edges.
      const block = (step + count) % 6;
      const y = 200 - block * 24;
      return (
        <path
          key={`${i}-${block}`}
          className={block < count ? styles.lit : styles.ghost}
          d={`M${x} ${y}l-32-16v-24l32-16 32 16v24zM${x + 32} ${y - 40}l-32 16-32-16M${x} ${y - 24}V${y}`}
        />
      );
    });
  });
}
