import { defineConfig } from "vite";
import { findRoot } from "./compiler/checkout.mjs";
import { viteOptions } from "./compiler/site/vite-options.ts";
import { developmentServer } from "./server/dev.ts";

const site = viteOptions(findRoot());

export default defineConfig({
  ...site,
  plugins: [...site.plugins, developmentServer()],
});
