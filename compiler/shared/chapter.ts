/** Into how many chapters the way through a quiz is divided, one beside another as drawings are. */
export const CHAPTERS = 6;

/** The chapter that a step lies in, by its progress: 0 to 1, the last one included. */
export function chapterOf(progress: number): number {
  return Math.min(CHAPTERS - 1, Math.floor(progress * CHAPTERS));
}
