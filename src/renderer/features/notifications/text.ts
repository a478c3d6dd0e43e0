import en from '../../locales/en/notifications.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useNotificationText = defineText('notifications', en);
