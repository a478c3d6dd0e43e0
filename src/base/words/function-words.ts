import type { Word } from './read-words.ts';

/** Function words of languages with compounds, and of others that share words or subjects with them, folded. */
const LISTS = {
  compounding: {
    de: 'der die das den dem des und oder nicht ein eine einen einem einer eines ist sind war im in am zum zur von vom mit auf aus bei nach fur uber unter sich auch wird werden wurde hat haben er sie es wir ich wie als noch nur an so zu dass',
    nl: 'de het een van en in is op te dat die voor met niet zijn aan er om ook als bij maar naar uit nog wordt werd door over heeft dit wat we ik je',
    sv: 'och att det som en ett pa ar av for med den till inte om har de i vi var jag han hon fran vid kan ska',
    da: 'og at det er en et den til af for med som ikke de i har vi jeg var han hun fra ved kan skal pa av om',
    fi: 'ja on ei se etta oli ovat mutta han ne tai kun niin joka',
  },
  other: {
    en: 'the a an and or of to in is are was were be been it this that for with on at by from as not but have has had he she they we you i his her its their will would can about over die so am me',
    fr: 'le la les un une des du de et en est pas que qui dans pour sur avec au aux ce il elle nous vous je ne se par plus',
    es: 'el la los las un una de y en es no que por para con del al se lo su como mas este esta',
    it: 'il lo la gli le un una di e in non che per con del della al alla si da come piu i',
    pt: 'o a os as um uma de e em nao que por para com do da no na se como mais',
    pl: 'i w z na do nie sie jest to ze od po za jak o',
    tr: 've bir bu da de ile icin ne var',
    hu: 'a az es nem hogy egy is van ez',
  },
} as const;

const COMPOUNDING = languagesByWord(LISTS.compounding);
const OTHER = languagesByWord(LISTS.other);
const UMLAUT_WEIGHT = 1;

/**
 * Whether a text is more likely German, Dutch, Nordic, or Finnish than another language, by its function words and
 * umlauts.
 */
export function isCompounding(words: readonly Word[]): boolean {
  return best(words, COMPOUNDING, UMLAUT_WEIGHT) > best(words, OTHER, 0);
}

/** Number of function words of the language that has most of them. @param umlaut added for each word with an umlaut */
function best(words: readonly Word[], languages: ReadonlyMap<string, readonly string[]>, umlaut: number): number {
  const counts = new Map<string, number>();
  let umlauts = 0;
  for (const { text, digraphs } of words) {
    if (digraphs !== undefined) umlauts += umlaut;
    for (const language of languages.get(text) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) + umlauts;
}

function languagesByWord(lists: Readonly<Record<string, string>>): Map<string, string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, words] of Object.entries(lists))
    for (const word of words.split(' ')) languages.set(word, [...(languages.get(word) ?? []), language]);
  return languages;
}
