// Bundles the runtime for visitors and writes it, as `vite build` does without a project around it.
import { build } from "vite";
import react from "@vitejs/plugin-react";

const [root, outDir] = process.argv.slice(2);
await build({
  root,
  configFile: false,
  logLevel: "error",
  plugins: [react()],
  build: {
    outDir,
    rolldownOptions: { input: { main: `${root}/runtime/main.tsx` } },
  },
});
