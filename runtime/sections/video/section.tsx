import type { SectionProps } from "../../../generated/names.ts";
import { Block } from "../../ui/block.tsx";
import surface from "../../ui/surface.module.css";
import styles from "./section.module.css";

export function Section({
  heading,
  video,
  poster,
  captions,
}: SectionProps["video"]) {
  return (
    <Block section="video" heading={heading}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it has them where there is speech; the rule sees no condition */}
      <video
        className={`${surface.framed} ${styles.film}`}
        src={video.src}
        poster={poster.src}
        width={poster.width}
        height={poster.height}
        preload="none"
        controls
        playsInline
      >
        {captions === undefined ? null : (
          <track
            kind="captions"
            src={captions.src}
            srcLang="en"
            label="English"
            default
          />
        )}
      </video>
    </Block>
  );
}
