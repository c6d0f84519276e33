/** Runs in the browser: words and sums that stand in two lines, and are neither long enough to be hyphenated nor tied to others. */
export function brokenWords(): string[] {
  const main = document.querySelector("main") ?? document.body;
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  while (walker.nextNode() !== null) {
    const text = walker.currentNode;
    for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(
      /(?<![\p{L}@./\u00a0-])\p{L}{2,12}(?![\p{L}@./-]*[@/])(?!\p{L})|(?<!\u00a0)\u2212?\p{Sc}\d[\d.,]*\d/gu,
    )) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 8) broken.push(word);
    }
  }
  return broken;
}
