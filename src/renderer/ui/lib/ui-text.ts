import en from '../../locales/en/ui.json' with { type: 'json' };
import { defineText } from './text.ts';

/** Words of the widgets themselves. */
export const useUiText = defineText('ui', en);
