import type { Picture as PictureFile } from "../../generated/contract.ts";

/** A picture that keeps its place while it loads. `eager` is for what is seen first. */
export function Picture({
  picture,
  alt = "",
  eager = false,
  className,
}: {
  picture: PictureFile;
  alt?: string;
  eager?: boolean;
  className?: string | undefined;
}) {
  return (
    <img
      className={className}
      src={picture.src}
      width={picture.width}
      height={picture.height}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
    />
  );
}
