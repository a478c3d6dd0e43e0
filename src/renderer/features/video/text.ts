import en from '../../locales/en/video.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useVideoText = defineText('video', en);
