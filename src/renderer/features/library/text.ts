import en from '../../locales/en/library.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useLibraryText = defineText('library', en);
