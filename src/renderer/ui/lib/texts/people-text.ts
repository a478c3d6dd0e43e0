import en from '../../../locales/en/people.json' with { type: 'json' };
import { defineText } from '../text.ts';

export const usePeopleText = defineText('people', en);
