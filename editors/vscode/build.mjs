// Packages the extension: `node editors/vscode/build.mjs [folder]` writes funnels.vsix there, or beside this file.
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { build } from "vite";

const HERE = import.meta.dirname;
const [out = HERE] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
const dir = mkdtempSync(join(tmpdir(), "funnels-vscode-"));

try {
  await build({
    root: HERE,
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: join(HERE, "src/extension.ts"),
      target: "node20",
      minify: true,
      outDir: dir,
      rolldownOptions: {
        // The editor brings it.
        external: ["vscode"],
        output: { format: "cjs", entryFileNames: "extension.cjs" },
      },
    },
  });
  const files = {
    "[Content_Types].xml": contentTypes(),
    "extension.vsixmanifest": vsixManifest(manifest),
    "extension/package.json": JSON.stringify(manifest, null, 2),
    "extension/README.md": readFileSync(join(HERE, "README.md"), "utf8"),
    "extension/dist/extension.cjs": readFileSync(
      join(dir, "extension.cjs"),
      "utf8",
    ),
  };
  const entries = Object.entries(files).map(([name, text]) => [
    name,
    strToU8(text),
  ]);
  mkdirSync(out, { recursive: true });
  const file = join(out, "funnels.vsix");
  writeFileSync(file, zipSync(Object.fromEntries(entries)));
  console.log(file);
} finally {
  rmSync(dir, { recursive: true, force: true });
}

/** What the parts of a package are (Open Packaging Conventions). */
function contentTypes() {
  const types = {
    json: "application/json",
    cjs: "application/javascript",
    md: "text/markdown",
    vsixmanifest: "text/xml",
  };
  const lines = Object.entries(types).map(
    ([ending, type]) =>
      `<Default Extension=".${ending}" ContentType="${type}"/>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${lines.join("")}</Types>`;
}

function vsixManifest({
  name,
  displayName,
  description,
  version,
  publisher,
  engines,
  categories,
}) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Categories>${categories.join(",")}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>`;
}
