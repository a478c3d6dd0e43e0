import en from '../../../locales/en/moments.json' with { type: 'json' };
import { defineText } from '../text.ts';

export const useMomentText = defineText('moments', en);
