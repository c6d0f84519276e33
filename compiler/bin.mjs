#!/usr/bin/env node
// Registers the TypeScript loader in this process and hands over to the command line.
import { tsImport } from "tsx/esm/api";

const { main } = await tsImport("./cli.ts", import.meta.url);
process.exitCode = await main(process.argv);
