import { useMemo } from 'react';
import { SPEECH_LANGUAGES } from '../../../../contract/analysis/speech-languages.ts';
import { useFormats } from '../use-formats.ts';

/** Options of a select for the language of speech, sorted by their names in the interface's language. */
export function useSpeechLanguages(): { value: string; label: string }[] {
  const formats = useFormats();
  return useMemo(
    () =>
      SPEECH_LANGUAGES.map((value) => ({ value, label: formats.language(value) })).sort((a, b) =>
        a.label.localeCompare(b.label),
      ),
    [formats],
  );
}
