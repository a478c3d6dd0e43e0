import en from '../../../locales/en/settings-watch-folders.json' with { type: 'json' };
import { defineText } from '../../../ui/lib/text.ts';

export const useWatchFoldersText = defineText('settings-watch-folders', en);
