import en from '../../../contract/locales/en/messages.json' with { type: 'json' };
import { createMessages, type Messages } from './create-messages.ts';
import { type Language, usePreferences } from './preferences.ts';
import { defineTranslators } from './text.ts';

const translatorOf = defineTranslators('messages', en);
const byLanguage = new Map<Language, Messages>();

/** Sentences of the server in the language of the window. */
export function useMessages(): Messages {
  return messagesIn(usePreferences((preferences) => preferences.language));
}

/** Describes an error in the language of the window, for toasts and other places outside of components. */
export function errorText(thrown: unknown): string {
  return messagesIn(usePreferences.getState().language).problem(thrown);
}

function messagesIn(language: Language): Messages {
  let messages = byLanguage.get(language);
  if (!messages) {
    messages = createMessages(translatorOf(language), language);
    byLanguage.set(language, messages);
  }
  return messages;
}
