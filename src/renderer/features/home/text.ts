import en from '../../locales/en/home.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useHomeText = defineText('home', en);
