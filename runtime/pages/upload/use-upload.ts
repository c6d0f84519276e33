import { useEffect, useRef, useState } from "react";
import type { PageProps } from "../../../generated/names.ts";
import type { PreviewOrder } from "../../api/send-preview.ts";
import { draftsOf, useDraft } from "../../hooks/use-draft.ts";
import { useFlow } from "../../hooks/use-flow.ts";
import { useLeft } from "../../hooks/use-left.ts";
import { useObjectUrl } from "../../hooks/use-preview.ts";
import { useSendPreview } from "../../hooks/use-send-preview.ts";
import { useDoneBefore } from "../../ui/done-before.ts";
import { preparePhoto } from "./photo.ts";
import { refusalOf } from "./refusal.ts";
import { PRE_REG_DATA_PROMPT_MIN } from "../../../generated/call.ts";

export type Way = "photo" | "words";

/** Kept where they were sent, too: a picture that did not work out leads back here. */
const drafts = {
  way: draftsOf<Way>(),
  picked: draftsOf<readonly string[]>(),
  words: draftsOf<string>(),
  image: draftsOf<Blob>(),
};

/** The form's state: what was chosen, what is wrong with it, and how far it is on its way. */
export function useUpload({ max }: PageProps["upload"]) {
  const root = useRef<HTMLDivElement>(null);
  const [way = "photo", setWay] = useKept(drafts.way);
  const [picked = [], setPicked] = useKept(drafts.picked);
  const [words = "", setWords] = useKept(drafts.words);
  const photo = usePhoto();
  const sending = useSending();

  useDoneBefore(root, (div) => {
    const inputs = [...div.querySelectorAll("input")];
    const file = inputs.flatMap(({ files }) => files?.[0] ?? [])[0];
    if (file !== undefined) photo.choose(file);
    const before = inputs.filter(({ checked }) => checked);
    setPicked(before.map(({ value }) => value).slice(-max));
  });
  const prompt = words.trim();
  const order = orderOf();
  const isSending = sending.share !== null;
  return {
    ...photo,
    ...sending,
    isSending,
    root,
    way,
    picked,
    words,
    /** What is to be done before it can be sent; null when it can. */
    why: order === null ? missing() : null,
    turn: () => {
      sending.forgive();
      setWay(way === "photo" ? "words" : "photo");
    },
    // What is under way is what stands here.
    choose: (file: Blob) => {
      if (!isSending) photo.choose(file);
    },
    pick: (value: string) => {
      if (!isSending) setPicked(pickedAfter(picked, value, max));
    },
    write: setWords,
    submit: () => {
      if (order !== null) sending.send(order);
    },
  };

  function orderOf(): PreviewOrder | null {
    if (way === "words")
      return prompt.length < PRE_REG_DATA_PROMPT_MIN ? null : { prompt };
    // While another photo is opened, the one before is not meant any more.
    if (photo.reading || photo.image === null || picked.length === 0)
      return null;
    return { image: photo.image, styles: picked };
  }
  function missing(): string {
    if (way === "words") return "Describe your picture";
    if (photo.reading) return "Opening your photo";
    return photo.image === null ? "Add a photo first" : "Choose a style";
  }
}

/** One style takes the place of the other; of several, a full sheet loses its oldest. */
export function pickedAfter(
  before: readonly string[],
  value: string,
  max: number,
): readonly string[] {
  if (max > 1 && before.includes(value))
    return before.filter((known) => known !== value);
  return [...before.filter((known) => known !== value), value].slice(-max);
}

/** A draft as a state that may be absent. */
function useKept<T>(kept: Parameters<typeof useDraft<T>>[0]) {
  const [draft, setDraft] = useDraft(kept);
  return [draft ?? undefined, setDraft] as const;
}

function usePhoto() {
  const [image, setImage] = useDraft(drafts.image);
  const [fault, setFault] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const latest = useRef<Blob | null>(null);
  // Whoever has left the page meanwhile may be choosing another one by now.
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  const choose = (file: Blob) => {
    latest.current = file;
    setReading(true);
    setFault(null);
    void preparePhoto(file).then((chosen) => {
      // Somebody was quicker than the larger file before this one.
      if (latest.current !== file) return;
      setReading(false);
      setImage(chosen.kind === "photo" ? chosen.image : null);
      setFault(chosen.kind === "fault" ? chosen.words : null);
    });
  };
  return { image, src: useObjectUrl(image), fault, reading, choose };
}

function useSending() {
  const { go } = useFlow<"upload">();
  const sendPreview = useSendPreview();
  const [share, setShare] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Whoever has left the page meanwhile is not led on from elsewhere.
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  useLeft(() => setShare(null));
  const send = (order: PreviewOrder) => {
    if (share !== null) return;
    setShare(0);
    setRefusal(null);
    sendPreview(order, setShare).then(
      () => {
        if (isHere.current) go("next");
      },
      (error: unknown) => {
        setShare(null);
        setRefusal(refusalOf(error));
      },
    );
  };
  const forgive = () => setRefusal(null);
  return { share, refusal, send, forgive };
}
