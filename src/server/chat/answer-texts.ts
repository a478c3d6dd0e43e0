import type { AnswerLanguage } from '../../attribution/text-language.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { moduleTexts } from '../../core/modules/module-display.ts';

interface AnswerTexts {
  noFindings: string;
  noMatches(findings: number): string;
  /** The language model failed, and no passage answers the question alone. */
  noModelAnswer: string;
  intro(moments: number): string;
  /** Heading of passages behind the best one. */
  also: string;
  /** Heading of passages that don't answer the question. */
  nearest: string;
  module(name: ModuleName): string;
  /** Mark of a finding of a first look. */
  preview: string;
  /** Added to facts that are computed from such findings. */
  fromPreview: string;
}

/** Sentences that introduce quoted findings. */
export const ANSWER_TEXTS: Readonly<Record<AnswerLanguage, AnswerTexts>> = {
  en: {
    noFindings: 'This video has no findings.',
    noMatches: (count) =>
      count === 1
        ? 'The only finding doesn’t match this question.'
        : `None of the ${count} findings match this question.`,
    noModelAnswer: 'The language model didn’t answer, and no single finding does.',
    intro: (count) => (count === 1 ? '1 matching moment:' : `${count} matching moments:`),
    also: 'Other matches:',
    nearest: 'Closest passages:',
    module: (name) => moduleTexts(name, 'en').label,
    preview: '(preview)',
    fromPreview: 'This is from a first look at key frames; the full analysis may differ.',
  },
  de: {
    noFindings: 'Zu diesem Video gibt es keine Ergebnisse.',
    noMatches: (count) =>
      count === 1
        ? 'Das einzige Ergebnis passt nicht zu dieser Frage.'
        : `Keines der ${count} Ergebnisse passt zu dieser Frage.`,
    noModelAnswer: 'Das Sprachmodell hat nicht geantwortet, und kein einzelnes Ergebnis beantwortet die Frage.',
    intro: (count) => (count === 1 ? 'Eine passende Stelle:' : `${count} passende Stellen:`),
    also: 'Weitere Treffer:',
    nearest: 'Ähnliche Stellen:',
    module: (name) => moduleTexts(name, 'de').label,
    preview: '(Vorschau)',
    fromPreview: 'Das stammt aus einem ersten Blick auf Schlüsselbilder; die vollständige Analyse kann abweichen.',
  },
};
