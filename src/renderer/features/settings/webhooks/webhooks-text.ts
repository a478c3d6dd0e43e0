import en from '../../../locales/en/settings-webhooks.json' with { type: 'json' };
import { defineText } from '../../../ui/lib/text.ts';

export const useWebhooksText = defineText('settings-webhooks', en);
