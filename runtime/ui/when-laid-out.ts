/** Runs a task in the frame that shows an element, behind its layout. Yields what calls it off. */
export function whenLaidOut(element: Element, task: () => void): () => void {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    task();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
