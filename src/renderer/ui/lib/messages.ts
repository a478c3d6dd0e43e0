import { useMemo } from 'react';
import en from '../../locales/en/messages.json' with { type: 'json' };
import { createMessages, type Messages } from './create-messages.ts';
import { usePreferences } from './preferences.ts';
import { defineText } from './text.ts';

const useTexts = defineText('messages', en);

/** Sentences of the server in the language of the window. */
export function useMessages(): Messages {
  const translate = useTexts();
  const language = usePreferences((preferences) => preferences.language);
  return useMemo(() => createMessages(translate, language), [translate, language]);
}
