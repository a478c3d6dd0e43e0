import en from '../../../locales/en/transcript.json' with { type: 'json' };
import { defineText } from '../../../ui/lib/text.ts';

export const useTranscriptText = defineText('transcript', en);
