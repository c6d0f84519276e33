// Runs the extension as VS Code would, beside a stand-in for it: `node run-extension.cjs <extension.cjs> <file>` prints
// what became of it as JSON.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");

const [, , extension, file] = process.argv;
const { registered, panels, uriOf } = createRequire(extension)("vscode");

const editor = (line) => ({
  document: { uri: uriOf(file) },
  selection: { active: { line, character: 8 } },
});

async function run() {
  const { activate, deactivate } = require(extension);
  await activate({ subscriptions: [] });
  await registered.get("funnels.map")(editor(0));
  const lines = readFileSync(file, "utf8").split("\n");
  const step = lines.findIndex((line) => /^ {2}- id: area$/.test(line));
  await registered.get("funnels.preview")(editor(step));
  await deactivate();
  process.stdout.write(
    JSON.stringify({
      commands: [...registered.keys()],
      panels: Object.fromEntries(panels),
    }),
  );
}

run().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
