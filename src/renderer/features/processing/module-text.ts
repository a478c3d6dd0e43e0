import type { ModuleName } from '../../../contract/modules.ts';
import { defineText } from '../../ui/lib/text.ts';

const useText = defineText('modules', {
  en: {
    transcription: 'What is said, with times for each phrase and word.',
    scenes: 'Where each shot begins and ends, and a still of it.',
    visualelements: 'People, vehicles, animals and things that are seen.',
    logos: 'Brand names in the picture, with the frame as evidence.',
    ocr: 'Titles, captions and signs that can be read.',
    audioevents: 'Stretches of speech, of music or noise, and of silence.',
    summary: 'What the video is about, in a few sentences.',
    chapters: 'The parts of the video, each with a title.',
    keywords: 'The words that set this video apart.',
  },
  de: {
    transcription: 'Was gesagt wird, mit Zeiten für jeden Satz und jedes Wort.',
    scenes: 'Wo jede Einstellung beginnt und endet, mit einem Standbild.',
    visualelements: 'Menschen, Fahrzeuge, Tiere und Dinge, die zu sehen sind.',
    logos: 'Markennamen im Bild, mit dem Bild als Beleg.',
    ocr: 'Titel, Einblendungen und Schilder, die lesbar sind.',
    audioevents: 'Abschnitte mit Sprache, mit Musik oder Geräusch, und Stille.',
    summary: 'Worum es in dem Video geht, in einigen Sätzen.',
    chapters: 'Die Teile des Videos, jeder mit einem Titel.',
    keywords: 'Die Wörter, die dieses Video ausmachen.',
  },
});

/** What each module gives, in the chosen language. */
export const useModuleText: () => (name: ModuleName) => string = useText;
