import en from '../../../locales/en/visual.json' with { type: 'json' };
import { defineText } from '../text.ts';

export const useVisualText = defineText('visual', en);
