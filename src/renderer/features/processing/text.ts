import en from '../../locales/en/processing.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useProcessingText = defineText('processing', en);
