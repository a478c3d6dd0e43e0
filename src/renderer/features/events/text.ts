import en from '../../locales/en/events.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useEventText = defineText('events', en);
