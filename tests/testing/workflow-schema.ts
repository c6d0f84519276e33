/**
 * The part of GitHub's schema of workflows that ours may use, so that a misspelled key is found here and not by a workflow
 * that never runs. https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax
 */
const text = { type: "string", minLength: 1 };
const texts = { type: "array", items: text, minItems: 1 };
const condition = { type: ["string", "boolean"] };
const environment = {
  type: "object",
  additionalProperties: { type: ["string", "number", "boolean"] },
};
const access = { enum: ["read", "write", "none"] };
const permissions = closed({
  actions: access,
  checks: access,
  contents: access,
  deployments: access,
  issues: access,
  packages: access,
  "pull-requests": access,
  statuses: access,
});
const concurrency = closed(
  { group: text, "cancel-in-progress": condition },
  "group",
);
const trigger = closed({
  branches: texts,
  paths: texts,
  types: texts,
});

const step = {
  oneOf: [
    closed(
      {
        name: text,
        id: text,
        if: condition,
        uses: { type: "string", pattern: "^[\\w.-]+/[\\w./-]+@[\\w.-]+$" },
        with: environment,
        env: environment,
      },
      "uses",
    ),
    closed(
      {
        name: text,
        id: text,
        if: condition,
        run: text,
        shell: text,
        "working-directory": text,
        "continue-on-error": condition,
        "timeout-minutes": { type: "number" },
        env: environment,
      },
      "run",
    ),
  ],
};

const job = closed(
  {
    name: text,
    if: condition,
    needs: { oneOf: [text, texts] },
    "runs-on": text,
    "timeout-minutes": { type: "number" },
    permissions,
    concurrency,
    env: environment,
    strategy: closed({
      "fail-fast": condition,
      matrix: { type: "object" },
    }),
    steps: { type: "array", items: step, minItems: 1 },
  },
  "runs-on",
  "steps",
);

export const workflowSchema = closed(
  {
    name: text,
    on: closed({ pull_request: nullable(trigger), push: nullable(trigger) }),
    permissions,
    concurrency,
    env: environment,
    jobs: {
      type: "object",
      minProperties: 1,
      propertyNames: { pattern: "^[A-Za-z_][\\w-]*$" },
      additionalProperties: job,
    },
  },
  "on",
  "jobs",
);

function closed(properties: object, ...required: string[]): object {
  return { type: "object", additionalProperties: false, required, properties };
}

function nullable(schema: object): object {
  return { oneOf: [{ type: "null" }, schema] };
}
