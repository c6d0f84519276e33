/** Words that stay on one line, such as an amount with what is said of it: "$39.99 every 12 weeks". */
export function unbroken(words: string): string {
  return words.replaceAll(" ", "\u00a0");
}
