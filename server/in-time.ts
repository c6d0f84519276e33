/** What some work comes to; `late` where that takes longer than so many milliseconds, and the work goes on. */
export async function inTime<T>(
  work: Promise<T>,
  ms: number,
  late: T,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<T>((done) => {
    timer = setTimeout(() => done(late), ms);
  });
  try {
    return await Promise.race([work, isLate]);
  } finally {
    clearTimeout(timer);
  }
}
