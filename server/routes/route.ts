import { routesWith } from "../http/route.ts";
import type { Services } from "../services.ts";

/** Describes one call for the route table. */
export const route = routesWith<Services>();
