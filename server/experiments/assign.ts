/** The folder `experiments` holds sides of A/B experiments, and their report. */
import type { ServerExperiment } from "../../generated/server-contract.ts";
import { type AppContext, readHeader } from "../http/app-env.ts";
import {
  assignOnce,
  type Assignment,
  keepConfiguration,
  recordExposure,
} from "../db/experiments.ts";
import type { Database } from "../db/tables.ts";
import { ProblemError } from "../http/problem.ts";
import type { Session } from "../db/sessions.ts";
import { readDeviceId } from "../sessions/session.ts";
import { digestOf } from "../token.ts";
import { chooseComponent, findExperiment } from "./choose.ts";

interface AssignServices {
  readonly db: Database;
  readonly now: () => Date;
}

/** The visitor's side of an experiment: the one kept for them, else the device's, which is kept from now on. */
export async function assign(
  c: AppContext,
  services: AssignServices,
  session: Session,
  experiment: ServerExperiment,
): Promise<Assignment> {
  const draft = await prepare(c, services, session, experiment);
  return assignOnce(services.db, draft);
}

/**
 * Keeps that a page has shown a side of an experiment. Throws a 422 for an experiment or a side that the brand does
 * not have.
 */
export async function expose(
  c: AppContext,
  services: AssignServices,
  session: Session,
  shown: {
    readonly variable_block: string;
    readonly component: string;
    readonly forced?: boolean | undefined;
  },
): Promise<Assignment> {
  const experiment = requireExperiment(c, shown);
  const draft = await prepare(c, services, session, experiment);
  const source =
    shown.forced === true || isForced(c)
      ? "forced"
      : shown.component === draft.component
        ? "server"
        : "device";
  return recordExposure(services.db, {
    ...draft,
    component: shown.component,
    source,
    exposed_at: services.now(),
  });
}

export function requireExperiment(
  c: AppContext,
  shown: { readonly variable_block: string; readonly component: string },
): ServerExperiment {
  const brand = c.get("brand");
  const experiment = findExperiment(
    brand,
    shown.variable_block,
    shown.component,
  );
  if (experiment !== null) return experiment;
  const known = brand.experiments.some(
    ({ name }) => name === shown.variable_block,
  );
  throw new ProblemError(
    "experiment-unknown",
    "The brand has no such experiment, or it has no such side.",
    [
      {
        pointer: known ? "#/component" : "#/variable_block",
        detail: "is not among the brand's configurations",
      },
    ],
  );
}

/** What would be kept for a visitor who has no side yet. */
async function prepare(
  c: AppContext,
  { db, now }: AssignServices,
  session: Session,
  experiment: ServerExperiment,
): Promise<Assignment> {
  const brand = c.get("brand").id;
  const { name, variants } = experiment;
  const configuration_id = digestOf({ brand, name, variants });
  await keepConfiguration(db, {
    configuration_id,
    brand,
    variable_block: name,
    variants,
    first_used_at: now(),
  });
  const device = readDeviceId(c) ?? session.visitorId;
  return {
    brand,
    variable_block: name,
    visitor_id: session.visitorId,
    configuration_id,
    component: chooseComponent(brand, experiment, device),
    source: "server",
    mixed: false,
    assigned_at: now(),
    exposed_at: null,
  };
}

/** Whether the address of the page chose the side (spec 2: exactly `a` or `b`). */
function isForced(c: AppContext): boolean {
  const address = readHeader(c, "x-referrer");
  if (address === null || !URL.canParse(address)) return false;
  const forced = new URL(address).searchParams.get("abtest");
  return forced === "a" || forced === "b";
}
