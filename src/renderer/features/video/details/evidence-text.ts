import en from '../../../locales/en/evidence.json' with { type: 'json' };
import { defineText } from '../../../ui/lib/text.ts';

/** Texts of the history, the earlier analyses, and the origin of a file. */
export const useEvidenceText = defineText('evidence', en);
