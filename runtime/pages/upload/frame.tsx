import type { DragEvent, ReactNode } from "react";
import { useOwnPicture } from "../../hooks/use-own-picture.ts";
import { FieldError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./frame.module.css";

const ERROR = "photo-error";

/** The empty frame: a photo from the camera, from the library, or dropped onto it; then the photo. */
export function PhotoFrame({
  src,
  fault,
  reading,
  isSending,
  onChoose,
}: {
  src: string | null;
  fault: string | null;
  reading: boolean;
  /** It is on its way: no other is asked for. */
  isSending: boolean;
  onChoose: (file: Blob) => void;
}) {
  useOwnPicture(src !== null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onChoose(file);
  };
  const source = (camera: boolean, words: ReactNode) => (
    <label
      className={camera ? `${styles.source} ${styles.camera}` : styles.source}
    >
      <input
        className={styles.file}
        type="file"
        name={camera ? "camera" : "photo"}
        accept="image/*"
        capture={camera ? "user" : undefined}
        aria-invalid={fault === null ? undefined : true}
        aria-describedby={fault === null ? undefined : ERROR}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onChoose(file);
          // The same file may be chosen again after a mistake.
          currentTarget.value = "";
        }}
      />
      {words}
    </label>
  );
  return (
    <div>
      <div
        className={styles.frame}
        data-reading={reading || undefined}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        {src === null ? (
          <div className={styles.empty} aria-hidden="true">
            <Icon name="photo" className={styles.sign} />
          </div>
        ) : (
          <img className={styles.photo} src={src} alt="What you have chosen" />
        )}
        {fault === null ? null : <FieldError id={ERROR}>{fault}</FieldError>}
        {isSending ? null : (
          <div className={styles.sources}>
            {source(true, "Take a photo")}
            {source(false, src === null ? "Choose a photo" : "Another photo")}
          </div>
        )}
      </div>
      <p className="sr-only" role="status">
        {reading ? "Opening your photo" : src === null ? "" : "Photo added"}
      </p>
    </div>
  );
}
