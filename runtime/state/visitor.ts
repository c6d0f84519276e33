import {
  NO_VISITOR,
  readVisitorInfo,
  type VisitorInfo,
} from "../core/visitor-info.ts";
import { stored } from "./stored.ts";
import { VISITOR_KEY } from "../core/storage-keys.ts";

export const visitorStored = stored<VisitorInfo>({
  key: () => VISITOR_KEY,
  read: readVisitorInfo,
  empty: NO_VISITOR,
});
