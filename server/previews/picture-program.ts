import { builtInPictures } from "../pictures/built-in.ts";
import { PictureError } from "../pictures/picture-service.ts";
import { imageApi } from "./image-api.ts";
import { pictureMaker } from "./make-picture.ts";
import type { PictureResult, PictureTask } from "./picture-process.ts";

// Whoever is asked ends with whoever asks.
process.on("disconnect", () => process.exit());
process.on("message", (task: PictureTask) => {
  void make(task).then((result) => process.send?.(result));
});

async function make(task: PictureTask): Promise<PictureResult> {
  const { number, request } = task;
  const service =
    task.imageApi === null
      ? builtInPictures
      : imageApi({ ...task.imageApi, address: new URL(task.imageApi.address) });
  try {
    const { signal } = new AbortController();
    const picture = await pictureMaker(service)(request, signal);
    return { number, kind: "made", picture };
  } catch (error) {
    const why = error instanceof PictureError ? error.kind : null;
    const message = error instanceof Error ? error.message : "no picture";
    return { number, kind: "failed", why, message };
  }
}
