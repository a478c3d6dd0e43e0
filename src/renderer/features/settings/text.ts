import en from '../../locales/en/settings.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useSettingsText = defineText('settings', en);
