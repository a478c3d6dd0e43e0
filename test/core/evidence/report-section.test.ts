import { expect, test } from 'vitest';
import {
  MANIFEST_WORDS,
  manifestSectionHtml,
  manifestSectionMarkdown,
} from '../../../src/core/evidence/report-section.ts';
import { sentence } from '../../../src/core/texts/sentence.ts';
import { manifestWords } from '../../../src/server/exports/manifest-words.ts';
import { reportLanguage } from '../../../src/server/exports/report-language.ts';
import { exampleManifest } from '../../contract/evidence/example-manifest.ts';

const limit = sentence('coverage.limit.text-height', { module: { key: 'module.ocr' }, height: 11 });
const state = { key: 'coverage.state.not_run' as const };
const unheard = sentence('coverage.limit.whole', { module: { key: 'module.transcription' }, state });
const examined = [
  { module: 'ocr' as const, status: 'completed' as const, limits: [limit], examined: 7 },
  { module: 'transcription' as const, status: 'not_run' as const, limits: [unheard], examined: 0 },
];

test('a report states what was examined, in its language', () => {
  const manifest = exampleManifest({ examined });
  const english = manifestSectionHtml(manifest, MANIFEST_WORDS);
  expect(english).toContain('<h2>What was examined</h2><ul><li dir="auto">Text: 0:07 of 0:09<ul>');
  expect(english).toContain('lines under 11 pixels');
  expect(english).toContain('</ul></li><li dir="auto">Speech: not analyzed</li></ul>');
  expect(manifestSectionMarkdown(manifest, (text) => text)).toMatch(
    /^## What was examined\n\n- Text: 0:07 of 0:09\n {2}- .+ lines under 11 pixels/,
  );
  const german = manifestSectionHtml(manifest, manifestWords(reportLanguage('de')));
  expect(german).toContain('<h2>Was untersucht wurde</h2>');
  expect(german).toContain('Zeilen unter 11 Pixeln');
});

test('a manifest of an earlier version has no such section', () => {
  expect(manifestSectionHtml(exampleManifest(), MANIFEST_WORDS)).not.toContain('examined');
});
