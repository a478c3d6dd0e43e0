import en from '../../../locales/en/stories.json' with { type: 'json' };
import { defineText } from '../text.ts';

export const useStoryText = defineText('stories', en);
