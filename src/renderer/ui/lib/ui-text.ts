import en from '../../locales/en/ui.json' with { type: 'json' };
import { defineText } from './text.ts';

/** Texts of the widgets. */
export const useUiText = defineText('ui', en);
