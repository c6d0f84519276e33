const UNSEEN = /[\p{Cf}\u00a0]/gu;

/** Cyrillic letters, and the Latin ones that look the same. */
const CYRILLIC = "аеорсухіјѕАВЕКМНОРСТХІЈЅ";
const LATIN = "aeopcyxijsABEKMHOPCTXIJS";

/** A name as it looks: without what cannot be seen of it, in Latin letters. */
export function asSeen(name: string): string {
  return withoutUnseen(name).replaceAll(
    /\p{Script=Cyrillic}/gu,
    (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? letter,
  );
}

/** A name without what cannot be seen of it. */
export function withoutUnseen(name: string): string {
  return name.replaceAll(UNSEEN, "");
}
