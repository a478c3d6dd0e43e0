import type { AnswerLanguage } from '../../../attribution/text-language.ts';

interface LibraryTexts {
  greeting: string;
  noMatches(videos: number): string;
  /** @param type of findings @param videos their names */
  notAnalyzed(type: string, videos: string): string;
  intro(moments: number, videos: number): string;
  only(title: string): string;
  both: string;
  nothing: string;
  more(count: number): string;
  /** @param count of analyzed videos */
  videos(count: number): string;
  /** @param duration of all videos */
  total(duration: string): string;
}

const moments = (count: number) => (count === 1 ? '1 matching moment' : `${count} matching moments`);
const stellen = (count: number) => (count === 1 ? 'Eine passende Stelle' : `${count} passende Stellen`);

/** Sentences of answers about several videos. */
export const LIBRARY_TEXTS: Readonly<Record<AnswerLanguage, LibraryTexts>> = {
  en: {
    greeting:
      'Ask about what is said, seen, or written in these videos, such as “Who talks about …?”, “Where does a red car appear?”, or “Summarize”.',
    noMatches: (videos) => (videos === 1 ? 'No matches in 1 video.' : `No matches in ${videos} videos.`),
    notAnalyzed: (type, videos) => `${type}: not analyzed in full in ${videos}`,
    intro: (count, videos) => `${moments(count)} in ${videos === 1 ? '1 video' : `${videos} videos`}:`,
    only: (title) => `Only in ${title}`,
    both: 'In both videos',
    nothing: 'Nothing.',
    more: (count) => `and ${count} more`,
    videos: (count) => (count === 1 ? 'There is 1 analyzed video.' : `There are ${count} analyzed videos.`),
    total: (duration) => `Total: ${duration}`,
  },
  de: {
    greeting:
      'Fragen Sie nach dem, was in diesen Videos gesagt wird, zu sehen oder zu lesen ist, etwa „Wer spricht über …?“, „Wo ist ein rotes Auto zu sehen?“ oder „Worum geht es?“.',
    noMatches: (videos) => (videos === 1 ? 'Keine Treffer in einem Video.' : `Keine Treffer in ${videos} Videos.`),
    notAnalyzed: (type, videos) => `${type}: nicht vollständig analysiert in ${videos}`,
    intro: (count, videos) => `${stellen(count)} in ${videos === 1 ? 'einem Video' : `${videos} Videos`}:`,
    only: (title) => `Nur in ${title}`,
    both: 'In beiden Videos',
    nothing: 'Nichts.',
    more: (count) => `und ${count} weitere`,
    videos: (count) => (count === 1 ? 'Es gibt ein analysiertes Video.' : `Es gibt ${count} analysierte Videos.`),
    total: (duration) => `Insgesamt: ${duration}`,
  },
};

/**
 * Title of a video in an answer: its label and its name without Markdown. Colons between digits are replaced, since
 * they would look like times.
 */
export function titleOf(label: string, name: string): string {
  return `${label}: ${plainName(name)}`;
}

/** Name of a video without Markdown, and without what would look like a time. */
export function plainName(name: string): string {
  return name
    .replace(/\s+/g, ' ')
    .replaceAll('*', '∗')
    .replace(/(\d):(?=\d)/g, '$1\u2236');
}

/** Adds the label of a video to the citations of a sentence. Pure. */
export function withLabel(sentence: string, label: string): string {
  return sentence.replace(/\*\*\[(?=\d)/g, `**[${label} `);
}
