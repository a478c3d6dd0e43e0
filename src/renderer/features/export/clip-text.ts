import en from '../../locales/en/clips.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useClipText = defineText('clips', en);
