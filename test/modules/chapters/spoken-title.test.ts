import { describe, expect, it } from 'vitest';
import { spokenTitle } from '../../../src/modules/chapters/spoken-title.ts';
import { keyphrases } from '../../../src/modules/shared/text/phrases.ts';
import { stopWordsFor } from '../../../src/modules/shared/text/stop-words.ts';
import { wordTokens } from '../../../src/modules/shared/text/tokens.ts';

function titleOf(...texts: string[]): string | null {
  const stop = stopWordsFor(texts.flatMap((text) => wordTokens(text)));
  return spokenTitle(texts, keyphrases([texts], stop, 6)[0]!, stop);
}

describe('spokenTitle', () => {
  it('returns a readable phrase in the words of the part', () => {
    const title = titleOf(
      'The bushfire has forced the closure of the Hume Highway near Goulburn.',
      'The highway was closed when the bushfire came near.',
      'Drivers on the Hume Highway were told to wait for the bushfire to pass.',
    );
    expect(title).toBe('Hume Highway near Goulburn');
  });

  it('joins content words by connectors and drops a possessive ending', () => {
    const title = titleOf(
      'The rate of infection in the territory is rising.',
      'Doctors say that the rate of infection will fall.',
    );
    expect(title).toBe('rate of infection');
  });

  it('does not run across punctuation', () => {
    expect(titleOf('Bread, cheese. Bread! Cheese? Bread; cheese.')).toBeNull();
  });

  it('returns null without a phrase of several keywords', () => {
    expect(titleOf('And then it was there.', 'Yes, and so it was.')).toBeNull();
    expect(spokenTitle([], [], new Set())).toBeNull();
  });
});
