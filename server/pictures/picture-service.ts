/** The folder `pictures` holds the styles in which pictures are made, and imports nothing of the server. */
import type { StyleId } from "./styles.ts";

/** What one picture is made of. */
export type PictureOrder =
  | {
      readonly kind: "style";
      /** JPEG, upright, without anything that was not pixels. */
      readonly photo: Uint8Array;
      readonly style: StyleId;
      /** The longer side that is wanted, in pixels. */
      readonly side: number;
    }
  | {
      readonly kind: "prompt";
      /** null: the picture is made of the words alone. */
      readonly photo: Uint8Array | null;
      readonly prompt: string;
      readonly side: number;
    };

/** Who makes pictures: the styles of this folder, or a service elsewhere. */
export interface PictureService {
  /** How many pictures one process may ask for at the same time. */
  readonly atOnce: number;
  /** The picture as a JPEG, PNG or WebP file. Throws a `PictureError`. */
  make(order: PictureOrder, signal: AbortSignal): Promise<Uint8Array>;
}

/**
 * Why there is no picture. unavailable: asking again later may help. refused: the service does not take this order.
 * unusable: what came back is no picture that may be kept.
 */
export class PictureError extends Error {
  override readonly name = "PictureError";
  readonly kind: "unavailable" | "refused" | "unusable";

  constructor(kind: PictureError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}
