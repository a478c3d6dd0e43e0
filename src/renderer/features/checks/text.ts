import en from '../../locales/en/checks.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useChecksText = defineText('checks', en);
