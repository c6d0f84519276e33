import { plural } from "../report/plural.ts";
import { data } from "../schema/read.ts";
import {
  askOrRefuse,
  pathWith,
  printFindings,
  refuse,
} from "../workspace/ask-server.ts";

export interface JobsOptions {
  readonly url: string;
  readonly format: "text" | "json";
  readonly queue?: string;
}

/**
 * Prints the jobs of a running server that are not tried any more, and how many others there are; tries them again, or
 * drops them. 1 when dead letters are left, 2 for what is no such command and when the server does not answer.
 */
export async function jobsCommand(
  what: string,
  id: string | undefined,
  { url, format, queue }: JobsOptions,
  token: string | undefined,
): Promise<number> {
  switch (what) {
    case "list": {
      const file = format === "text" ? "jobs.txt" : "jobs.json";
      return printFindings({ url, path: pathWith(file, { queue }), token });
    }
    case "retry":
    case "drop": {
      // Sent as they are: an empty one must not mean all of them.
      const answer = await askOrRefuse({
        url,
        path: `jobs/${what}`,
        token,
        method: "POST",
        body: { id, queue },
      });
      if (answer === null) return 2;
      const said = await answer.text();
      const jobs = Number(data(JSON.parse(said))["jobs"]);
      if (jobs === 0 && id !== undefined)
        return refuse(`There is no dead letter ${id}: nothing was changed.`);
      if (format === "json") console.log(said.trimEnd());
      else
        console.log(
          `${plural(jobs, "dead letter")} ${jobs === 1 ? "is" : "are"} ${what === "retry" ? "tried again" : "dropped"}`,
        );
      return 0;
    }
    default:
      console.error(`"${what}" is unknown: use list, retry or drop.`);
      return 2;
  }
}
