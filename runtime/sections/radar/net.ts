/** Where the axes of a net end, clockwise from the top. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export function onAxis(
  index: number,
  count: number,
  radius: number,
  centre: Point,
): Point {
  const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
  return {
    x: round(centre.x + radius * Math.cos(angle)),
    y: round(centre.y + radius * Math.sin(angle)),
  };
}

export function polygon(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${x},${y}`).join(" ");
}

/** Words of a label on lines of at most `width` letters; a longer word stays whole. */
export function wrap(label: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of label.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > width)
      lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** The server and the browser must print the same digits. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
