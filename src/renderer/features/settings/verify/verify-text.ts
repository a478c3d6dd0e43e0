import en from '../../../locales/en/settings-verify.json' with { type: 'json' };
import { defineText } from '../../../ui/lib/text.ts';

export const useVerifyText = defineText('settings-verify', en);
