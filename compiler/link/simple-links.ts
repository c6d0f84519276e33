/** `[words](address)` on one line; the address is written with signs that stand for themselves in Markdown. */
const LINK = /\[[^[\]`\\<\n]+\]\(([\w/.:?#=@+,~-]+)\)/g;

/** What can make something else of a bracket, or a link of something else. */
const UNSURE = /[[\]`\\<]/;

/**
 * The addresses of a text's links, in order, without parsing its Markdown; null when that may find others. Where every
 * bracket belongs to such a link, and there is no code, escape or angle bracket, Markdown has no other reading of it:
 * links bind closer than emphasis, blocks end at lines, and references, images and code blocks are not parsed here.
 */
export function simpleLinks(text: string): readonly string[] | null {
  const urls: string[] = [];
  const rest = text.replaceAll(LINK, (_, url: string) => {
    urls.push(url);
    return "";
  });
  return UNSURE.test(rest) ? null : urls;
}
