import type { ModuleName } from '../../contract/modules.ts';
import { termsOf } from '../../db/terms.ts';

/** Words by which people ask for a kind of finding rather than for something in the picture or the sound. */
const WORDS = {
  transcription:
    'speech speak spoken speaker talk transcript transcription dialogue gesagt gesprochen sprache sprecher rede',
  scenes:
    'shot scene cut camera picture colour color bright dark szene szenen einstellung einstellungen schnitt schnitte kamera bild farbe farben hell dunkel',
  visualelements: 'object visible objekt objekte gegenstand gegenstände sichtbar',
  logos: 'brand logo trademark company sponsor marke marken firma logos',
  ocr: 'text sign caption title written writing read word subtitle slide screen onscreen schrift schild untertitel folie bildschirm',
  audioevents: 'sound audio music noise silence silent loud quiet musik ton klang geräusch stille laut leise',
  summary: '',
  chapters: 'chapter section kapitel abschnitt',
  keywords: 'keyword tag stichwort stichwörter',
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
