/** Runs before the scripts of a document without a hand-over are asked for: helps where they do not come. */
import { handleBootFailure } from "./help-boot.ts";

handleBootFailure();
