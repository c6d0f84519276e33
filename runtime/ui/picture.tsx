import type { Picture as PictureFile, Text } from "../../generated/contract.ts";
import { useText } from "../hooks/use-text.ts";
import { type ShownSize, sourcesOf } from "./photo.ts";
import styles from "./picture.module.css";

/** A picture that keeps its place while it loads. `eager` is for what is seen first. */
export function Picture({
  picture,
  alt = "",
  eager = false,
  size = "column",
  isDrawing = false,
  className,
}: {
  picture: PictureFile;
  /** What it shows; left out where it says nothing that the text does not. */
  alt?: Text | undefined;
  eager?: boolean;
  /** How wide it is shown. */
  size?: ShownSize;
  /** Whether the brand's stage draws it as it draws the chapters of a quiz, and shows it here only where it does not. */
  isDrawing?: boolean;
  className?: string | undefined;
}) {
  const plain = useText();
  const sources = sourcesOf(picture, size);
  const image = (
    <img
      {...sources?.common}
      className={className}
      data-drawing={isDrawing ? "" : undefined}
      src={picture.src}
      width={picture.width}
      height={picture.height}
      alt={plain(alt)}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
    />
  );
  return sources === null ? (
    image
  ) : (
    <picture className={styles.choice}>
      <source {...sources.best} />
      {image}
    </picture>
  );
}
