import { diagnose } from "../catalogue.ts";
import type { ProgramRule } from "./registry.ts";

const CONTAINER_ID = /^GTM-[A-Z0-9]+$/;

export const tagManager: ProgramRule = ({ brands }) =>
  brands.flatMap(({ tagManager: id, source }) =>
    id === null || CONTAINER_ID.test(id)
      ? []
      : [
          diagnose(
            "vendor/bad-container",
            source.span(["vendors", "tagManager"], "value"),
            { id },
          ),
        ],
  );
