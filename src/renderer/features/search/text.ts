import en from '../../locales/en/search.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useSearchText = defineText('search', en);
