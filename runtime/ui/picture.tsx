import type { Picture as PictureFile, Text } from "../../generated/contract.ts";
import { useText } from "../hooks/use-text.ts";

/** A picture that keeps its place while it loads. `eager` is for what is seen first. */
export function Picture({
  picture,
  alt = "",
  eager = false,
  className,
}: {
  picture: PictureFile;
  /** What it shows; left out where it says nothing that the text does not. */
  alt?: Text | undefined;
  eager?: boolean;
  className?: string | undefined;
}) {
  const plain = useText();
  return (
    <img
      className={className}
      src={picture.src}
      width={picture.width}
      height={picture.height}
      alt={plain(alt)}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
    />
  );
}
