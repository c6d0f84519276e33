/** What is said of a day, and where it is that day: the visitor's own zone without a name. */
interface DayForm {
  readonly withYear?: boolean;
  readonly timeZone?: string;
}

/** A day as visitors read it, on pages and in mails: "March 14", with its year "March 14, 2026". */
export function dayWords(day: Date, form: DayForm = {}): string {
  const { withYear = false, ...zone } = form;
  return new Intl.DateTimeFormat("en-US", {
    day: "numeric",
    month: "long",
    ...(withYear && { year: "numeric" }),
    ...zone,
  }).format(day);
}

/** A day that is written as YYYY-MM-DD, in words with its year; the same in every zone. */
export function writtenDayWords(day: string): string {
  return dayWords(new Date(`${day}T00:00:00Z`), {
    withYear: true,
    timeZone: "UTC",
  });
}
