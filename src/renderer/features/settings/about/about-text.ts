import en from '../../../locales/en/settings-about.json' with { type: 'json' };
import { defineText } from '../../../ui/lib/text.ts';

export const useAboutText = defineText('settings-about', en);
