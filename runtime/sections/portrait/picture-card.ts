const WIDTH = 1080;
const EDGE = 90;
const MAX_WIDTH = WIDTH - 2 * EDGE;
const LINE = 74;
/** From the bottom of what is above to the baseline of what comes next. */
const GAP = { heading: 110, drawing: 52, parts: 90, host: 120 } as const;
const SIZE = { name: 34, heading: 68, part: 36, host: 28 } as const;

/** What is on the card beside the drawing. */
export interface Signature {
  readonly name: string;
  readonly host: string;
}

/**
 * The drawing of a section with the words beside it as one PNG to keep or to send, 1080 px wide: all words, letters and
 * colours are read off the page, so that it shows what the visitor sees. Throws where the browser cannot draw it.
 */
export async function drawPictureCard(
  section: Element,
  drawing: SVGSVGElement,
  { name, host }: Signature,
): Promise<Blob> {
  const heading = section.querySelector("h2");
  const parts = [...section.querySelectorAll("dt")];
  const tall = (MAX_WIDTH * drawing.clientHeight) / drawing.clientWidth;
  const top = EDGE + (heading === null ? SIZE.name : GAP.heading + SIZE.name);
  const first = top + GAP.drawing + tall + GAP.parts;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = first + (parts.length - 1) * LINE + GAP.host + EDGE / 2;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("this browser draws nothing");
  pen.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  pen.fillRect(0, 0, WIDTH, canvas.height);
  const write = writer(pen);
  write(name, heading ?? drawing, { y: EDGE + SIZE.name / 2, size: SIZE.name });
  if (heading !== null)
    write(wordsOf(heading), heading, { y: top, size: SIZE.heading });
  pen.save();
  pen.translate(EDGE, top + GAP.drawing);
  copyDrawing(pen, drawing, tall);
  pen.restore();
  parts.forEach((part, i) => {
    const y = first + i * LINE;
    const [label, band] = part.children;
    const maxWidth = MAX_WIDTH / 2 - 10;
    if (label !== undefined)
      write(wordsOf(label), label, { y, size: SIZE.part, maxWidth });
    if (band !== undefined)
      write(wordsOf(band), band, { y, size: SIZE.part, maxWidth, end: true });
  });
  const y = canvas.height - EDGE + SIZE.host / 2;
  write(host, drawing, { y, size: SIZE.host });
  return toPng(canvas);
}

interface Place {
  /** Of the line that letters stand on. */
  readonly y: number;
  /** Letters are smaller where the words do not fit. */
  readonly size: number;
  readonly maxWidth?: number;
  /** At the end of the line. */
  readonly end?: boolean;
}

/** Writes words in the letters of an element of the page. */
function writer(pen: CanvasRenderingContext2D) {
  return (words: string, like: Element, place: Place): void => {
    const { y, size, maxWidth = MAX_WIDTH, end = false } = place;
    const { color, fontFamily, fontWeight, letterSpacing, fontSize } =
      getComputedStyle(like);
    const isRight = end !== (getComputedStyle(like).direction === "rtl");
    const set = (px: number) => {
      pen.font = `${fontWeight} ${px}px ${fontFamily}`;
      // Not in every browser; the letters stand as the font has them then.
      pen.letterSpacing = `${((parseFloat(letterSpacing) || 0) / parseFloat(fontSize)) * px}px`;
      return pen.measureText(words).width;
    };
    const wide = set(size);
    if (wide > maxWidth) set((size * maxWidth) / wide);
    pen.fillStyle = color;
    pen.textAlign = isRight ? "right" : "left";
    pen.fillText(words, isRight ? WIDTH - EDGE : EDGE, y);
  };
}

/** Draws an SVG's shapes in the colours that the page's styles give them, on its own ground. */
function copyDrawing(
  pen: CanvasRenderingContext2D,
  drawing: SVGSVGElement,
  tall: number,
): void {
  const scale = MAX_WIDTH / drawing.clientWidth;
  const { backgroundColor, borderTopLeftRadius } = getComputedStyle(drawing);
  pen.beginPath();
  pen.roundRect(0, 0, MAX_WIDTH, tall, parseFloat(borderTopLeftRadius) * scale);
  pen.clip();
  pen.fillStyle = backgroundColor;
  pen.fillRect(0, 0, MAX_WIDTH, tall);
  for (const shape of drawing.querySelectorAll<SVGGeometryElement>(
    "path, rect, circle",
  )) {
    const style = getComputedStyle(shape);
    const path = outlineOf(shape, scale);
    pen.globalAlpha = Number(style.opacity);
    if (style.fill !== "none") {
      pen.fillStyle = style.fill;
      pen.fill(path);
    }
    if (style.stroke === "none") continue;
    pen.strokeStyle = style.stroke;
    // In px of the screen: the drawing's lines do not grow with it.
    pen.lineWidth = parseFloat(style.strokeWidth) * scale;
    pen.lineCap = style.strokeLinecap === "round" ? "round" : "butt";
    pen.setLineDash(
      (style.strokeDasharray.match(/[\d.]+/g) ?? []).map(
        (length) => Number(length) * scale,
      ),
    );
    pen.stroke(path);
  }
}

/** A shape where it stands in the drawing, enlarged. */
function outlineOf(shape: SVGGeometryElement, scale: number): Path2D {
  const path = new Path2D(shape.getAttribute("d") ?? undefined);
  const number = (name: string) => Number(shape.getAttribute(name) ?? 0);
  const [x, y] = [number("x"), number("y")];
  if (shape.tagName === "rect")
    path.roundRect(x, y, number("width"), number("height"), number("rx"));
  if (shape.tagName === "circle")
    path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
  const outline = new Path2D();
  const own = shape.getCTM();
  const matrix = new DOMMatrix().scale(scale);
  outline.addPath(path, own === null ? matrix : matrix.multiply(own));
  return outline;
}

const wordsOf = (element: Element) => element.textContent.trim();

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) =>
      blob === null
        ? reject(new Error("this browser makes no PNG"))
        : resolve(blob),
    ),
  );
}
