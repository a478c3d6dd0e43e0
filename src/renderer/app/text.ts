import en from '../locales/en/app.json' with { type: 'json' };
import { defineText } from '../ui/lib/text.ts';

export const useAppText = defineText('app', en);
