import en from '../../locales/en/relink.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useRelinkText = defineText('relink', en);
