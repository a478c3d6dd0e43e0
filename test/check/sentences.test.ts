import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTranslate } from '../../src/base/translate.ts';
import { STAGE_NAMES } from '../../src/contract/analysis/stages.ts';
import { ERROR_CODES } from '../../src/contract/errors.ts';
import de from '../../src/contract/locales/de/messages.json' with { type: 'json' };
import en from '../../src/contract/locales/en/messages.json' with { type: 'json' };
import { OBJECT_LABELS } from '../../src/core/labels/object-labels.ts';
import { createMessageRenderer } from '../../src/core/texts/message-renderer.ts';
import { sentence } from '../../src/core/texts/sentence.ts';
import { withoutPlural } from './check-texts.ts';
import { findPlainSentences, findPlainSentencesIn } from './find-plain-sentences.ts';

const root = join(import.meta.dirname, '../..');

describe('sentences of the server', () => {
  test('have a key wherever an error, a warning, or a reason is created', () => {
    expect(findPlainSentencesIn(root)).toEqual([]);
  });

  test('that are plain text are found', () => {
    const source = `
throw new ReelscopeError('conflict', 'It is taken.');
throw new OllamaFailure(
  'refused',
  \`No \${url}.\`,
);
const missing = { available: false, reason: 'Not there.', needs: [] };
context.warn({ message: 'Something is missing.' });
throw new ReelscopeError('conflict', sentence('video.source-used'));
throw new RangeError('Not a job id.');`;
    expect(findPlainSentences(source).map(({ text }) => text)).toEqual([
      "new ReelscopeError('conflict', 'It is taken.')",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source code of the checked file
      "new OllamaFailure( 'refused', `No ${url}.`, )",
      "reason: 'Not there.'",
      "message: 'Something is missing.'",
    ]);
  });

  test('exist for each label, stage, and error code', () => {
    const keys = new Set(Object.keys(en).map(withoutPlural));
    const all = [
      ...OBJECT_LABELS.map((label) => `label.${label}`),
      ...STAGE_NAMES.map((stage) => `stage.${stage}`),
      ...ERROR_CODES.map((code) => `error.${code}`),
    ];
    expect(all.filter((key) => !keys.has(key))).toEqual([]);
  });

  test.each(Object.keys(en).map(withoutPlural))('%s is complete in both languages', (key) => {
    const names = [...Object.entries({ ...en, ...de })].flatMap(([each, text]) =>
      withoutPlural(each) === key ? [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name!) : [],
    );
    const params = {
      ...Object.fromEntries(names.map((name) => [name, `<${name}>`])),
      ...(names.includes('count') && { count: 2 }),
    };
    for (const [language, texts] of [
      ['en', en],
      ['de', de],
    ] as const) {
      const render = createMessageRenderer(createTranslate(texts as typeof en, language) as never, language);
      const text = render({ key, params })!;
      expect(text).not.toMatch(/\{\{|undefined/);
      for (const name of names)
        expect(text.toLowerCase()).toContain(name === 'count' ? '2' : `<${name.toLowerCase()}>`);
    }
  });

  test('carry the same text as an English window shows', () => {
    const { message, text } = sentence('warning.damaged', { count: 1 });
    expect(message).toBe('The file is damaged: 1 part couldn’t be decoded.');
    expect(text).toEqual({ key: 'warning.damaged', params: { count: 1 } });
  });
});
