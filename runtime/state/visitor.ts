import {
  NO_VISITOR,
  readVisitorInfo,
  VISITOR_KEY,
  type VisitorInfo,
} from "../core/visitor-info.ts";
import { stored } from "./stored.ts";

export const visitorStored = stored<VisitorInfo>({
  key: () => VISITOR_KEY,
  read: readVisitorInfo,
  empty: NO_VISITOR,
});
