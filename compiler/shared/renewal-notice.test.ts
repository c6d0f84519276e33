import { expect, test } from "vitest";
import { noticesOf } from "./renewal-notice.ts";

test.each([
  [{ days: 28, everyDays: 28 }, [7, 7]],
  [{ days: null, everyDays: 15 }, [7, 7]],
  [{ days: 7, everyDays: 14 }, [null, null]],
  [{ days: 14, everyDays: 28 }, [null, 7]],
  [{ days: 180, everyDays: 180 }, [30, 30]],
  [{ days: 365, everyDays: 28 }, [7, 7]],
  // Of a trial, 30 days before would be its beginning.
  [{ days: 28, everyDays: 365 }, [7, 30]],
  [{ days: 150, everyDays: 365 }, [7, 30]],
  [{ days: 151, everyDays: 365 }, [30, 30]],
])("%j: so many days before", (plan, notices) => {
  expect(noticesOf(plan)).toEqual(notices);
});
