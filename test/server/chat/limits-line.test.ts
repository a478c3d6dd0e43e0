import { expect, test } from 'vitest';
import type { ModuleName } from '../../../src/contract/analysis/modules.ts';
import { message } from '../../../src/contract/message.ts';
import { sentence } from '../../../src/core/texts/sentence.ts';
import { limitsLine } from '../../../src/server/chat/limits-line.ts';
import { readQuestion } from '../../../src/server/chat/question.ts';

const coverage = (['transcription', 'ocr', 'summary'] as const).map((module) => ({
  module,
  status: module === 'ocr' ? ('not_run' as const) : ('completed' as const),
  findings: 0,
  start_time: 0,
  end_time: 9,
  engine: null,
  error: null,
}));
const limitsIn = (modules: readonly ModuleName[]) =>
  modules.map((module) =>
    sentence('coverage.limit.parts', {
      module: message(`module.${module}`),
      state: message('coverage.state.too_noisy'),
      ranges: '2:10–2:40',
    }),
  );

const lineFor = (text: string, language: 'en' | 'de' = 'en', limits = limitsIn) =>
  limitsLine(limits, coverage, { text, question: readQuestion(text, []), language });

test('the line names the limits of what was asked for, and no time that reads as a citation', () => {
  expect(lineFor('What is said about bridges?')).toMatch(/^Limits: .+: too noisy at 2∶10–2∶40\.$/);
  expect(lineFor('Was wird über Brücken gesagt?', 'de')).toMatch(/^Grenzen: .+: zu laute Umgebung bei 2∶10–2∶40\.$/);
  // Types that did not run are stated already, and a summary is made of other findings.
  expect(lineFor('Is there a crane?').match(/too noisy/g)).toHaveLength(1);
});

test('types with the same limit are named together', () => {
  const both = () => limitsIn(['transcription', 'ocr']);
  expect(lineFor('Is there a crane?', 'en', both)).toBe('Limits: Speech, Text: too noisy at 2∶10–2∶40.');
  expect(lineFor('Gibt es einen Kran?', 'de', both)).toBe('Grenzen: Sprache, Text: zu laute Umgebung bei 2∶10–2∶40.');
});

test('without limits there is no line', () => {
  expect(lineFor('Is there a crane?', 'en', () => [])).toBe('');
});
