import en from '../../../locales/en/settings-semantic-search.json' with { type: 'json' };
import { defineText } from '../../../ui/lib/text.ts';

export const useSemanticSearchText = defineText('settings-semantic-search', en);
