import en from '../../locales/en/share.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useShareText = defineText('share', en);
