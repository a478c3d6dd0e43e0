import en from '../../locales/en/export.json' with { type: 'json' };
import { defineText } from '../../ui/lib/text.ts';

export const useExportText = defineText('export', en);
