/** The longer side of what is sent, in pixels. */
export const SIDE_MAX_PX = 1_600;
/** The shorter side below which nothing can be seen, in pixels; the server says the same. */
const SIDE_MIN_PX = 128;
/** What a camera makes fits; more would stop a phone. In bytes. */
export const FILE_MAX_BYTES = 40 * 1024 * 1024;
const JPEG_QUALITY = 0.88;

/** A picture from the visitor, small enough to be sent; or what is wrong with it, in words. */
export type Chosen =
  | { readonly kind: "photo"; readonly image: Blob }
  | { readonly kind: "fault"; readonly words: string };

/** What of the browser is needed to look at a file and to write it anew. */
export interface ImageCodec {
  readonly decode: (file: Blob) => Promise<ImageBitmap>;
  readonly encode: (
    bitmap: ImageBitmap,
    size: { readonly width: number; readonly height: number },
    quality: number,
  ) => Promise<Blob | null>;
}

/**
 * Makes a chosen file ready to be sent: at most 1,600 px, JPEG, and nothing of what a camera writes beside the pixels,
 * such as the place. Everything that can be wrong with a file is an answer, not an exception.
 */
export async function preparePhoto(
  file: Blob,
  codec: ImageCodec = browserCodec,
): Promise<Chosen> {
  if (file.type !== "" && !file.type.startsWith("image/"))
    return fault("This file is not a picture. Choose a photo, such as a JPEG.");
  if (file.size > FILE_MAX_BYTES)
    return fault("This file is larger than 40 MB. Choose a smaller photo.");
  const bitmap = await codec.decode(file).catch(() => null);
  if (bitmap === null)
    return fault(
      "This picture cannot be opened here. Choose a JPEG, PNG or WebP photo.",
    );
  try {
    if (Math.min(bitmap.width, bitmap.height) < SIDE_MIN_PX)
      return fault("This picture is too small. Choose a larger photo.");
    const image = await codec.encode(bitmap, fit(bitmap), JPEG_QUALITY);
    return image === null
      ? fault("This picture is too large for this device. Choose another one.")
      : { kind: "photo", image };
  } finally {
    bitmap.close();
  }
}

/** The size in which a picture is sent; never larger than it is. */
export function fit({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, SIDE_MAX_PX / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

function fault(words: string): Chosen {
  return { kind: "fault", words };
}

const browserCodec: ImageCodec = {
  // Upright, as the camera meant it: so it is without options, for which browsers have had several names.
  decode: (file) => createImageBitmap(file),
  encode: (bitmap, { width, height }, quality) => {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (context === null) return Promise.resolve(null);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
  },
};
