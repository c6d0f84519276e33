/** Runs before the scripts of a document without a hand-over are asked for: helps where they do not come. */
import { helpStranded } from "../screen/stranded.ts";

helpStranded();
