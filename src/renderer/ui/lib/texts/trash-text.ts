import en from '../../../locales/en/trash.json' with { type: 'json' };
import { defineText } from '../text.ts';

export const useTrashText = defineText('trash', en);
