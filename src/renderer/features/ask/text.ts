import en from '../../locales/en/ask.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useAskText = defineText('ask', en);
