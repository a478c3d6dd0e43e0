import type { ModuleName } from '../../../contract/modules.ts';
import { termsOf } from '../../../db/terms.ts';

/** Words by which people ask for a kind of finding rather than for something in the picture or the sound. */
const WORDS = {
  transcription: 'speech speak spoken speaker talk transcript transcription dialogue',
  scenes: 'shot scene cut camera',
  visualelements: 'object visible',
  logos: 'brand logo trademark company sponsor',
  ocr: 'text sign caption title written writing read word subtitle',
  audioevents: 'sound audio music noise silence silent loud quiet',
  summary: '',
  chapters: 'chapter section',
  keywords: 'keyword tag',
} as const satisfies Record<ModuleName, string>;

const MODULE_OF = new Map(
  Object.entries(WORDS).flatMap(([module, words]) =>
    termsOf(words).map((term) => [term, module as ModuleName] as const),
  ),
);

/** The module whose findings a term asks for, if it is such a word. */
export function moduleMeant(term: string): ModuleName | undefined {
  return MODULE_OF.get(term);
}
