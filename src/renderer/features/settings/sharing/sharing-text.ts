import en from '../../../locales/en/settings-sharing.json' with { type: 'json' };
import { defineText } from '../../../ui/lib/text.ts';

export const useSharingText = defineText('settings-sharing', en);
