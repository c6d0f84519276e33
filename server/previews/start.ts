import type { Database } from "../db/tables.ts";
import type { Log } from "../log.ts";
import { builtInPictures } from "../pictures/built-in.ts";
import { systemRandom } from "../token.ts";
import { imageApi, type ImageApiSettings } from "./image-api.ts";
import { pictureMaker } from "./make-picture.ts";
import { type PreviewWorker, startPreviewWorker } from "./worker.ts";

/** Has pictures made by the image service that is set up, else by the built-in styles; as many at once as it takes. */
export function startPreviews(options: {
  readonly db: Database;
  readonly imageApi: ImageApiSettings | null;
  readonly log: Log;
}): PreviewWorker {
  const service =
    options.imageApi === null ? builtInPictures : imageApi(options.imageApi);
  const workers = Array.from({ length: service.atOnce }, () =>
    startPreviewWorker({
      db: options.db,
      now: () => new Date(),
      random: systemRandom,
      log: options.log,
      make: pictureMaker(service),
    }),
  );
  return {
    wake: () => workers.forEach((worker) => worker.wake()),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
