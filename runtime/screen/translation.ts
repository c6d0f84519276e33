/**
 * A browser's translation puts an element of its own in the place of a text, which React goes on changing and removing
 * where nobody sees it: a price stays the old one, and a removal fails. What stands for a text is remembered here; it goes
 * when the text shall, and makes room for the text when that has changed, to be translated anew.
 */
export function endureTranslation(root: HTMLElement): void {
  const standIns = new WeakMap<Node, HTMLElement>();
  const observer = new MutationObserver(note);
  const { removeChild, insertBefore } = Node.prototype;
  observer.observe(root, { childList: true, subtree: true });

  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    removeChild.call(this, placed(this, child));
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(
    child: T,
    before: Node | null,
  ): T {
    insertBefore.call(this, child, before && placed(this, before));
    return child;
  };

  /** What is in the document for a node. */
  function placed(parent: Node, node: Node): Node {
    if (node.parentNode === parent) return node;
    note(observer.takeRecords());
    return standIns.get(node) ?? node;
  }

  function note(records: readonly MutationRecord[]): void {
    for (const record of records) {
      const { target, removedNodes } = record;
      if (record.type === "characterData" && !target.isConnected) {
        standIns.get(target)?.replaceWith(target);
        continue;
      }
      const texts = [...removedNodes].filter((node) => node instanceof Text);
      const standIn = texts.length === 0 ? undefined : standInOf(record);
      if (standIn === undefined) continue;
      for (const node of texts) {
        standIns.set(node, standIn);
        observer.observe(node, { characterData: true });
      }
    }
  }
}

/** The translated words, put in together with the removal or just before it. */
function standInOf(record: MutationRecord): HTMLElement | undefined {
  const { addedNodes, previousSibling, nextSibling } = record;
  return [...addedNodes, previousSibling, nextSibling].find(
    (node) => node instanceof HTMLFontElement,
  );
}
