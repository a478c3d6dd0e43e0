import { expect, onTestFinished, test, vi } from 'vitest';
import type { Segment } from '../../../../src/contract/analysis/segment.ts';
import { verifyLabeledTimes, verifyTimes } from '../../../../src/server/chat/attribution/citations.ts';
import { citeReferences, createReferenceReader } from '../../../../src/server/chat/attribution/references.ts';
import { buildLibraryPrompt, buildPrompt } from '../../../../src/server/chat/prompt.ts';
import { BUILT_PATTERNS } from '../../../check/built-patterns.ts';

const finding = (id: string, content: string, start_time: number): Segment => ({
  id,
  module: 'ocr',
  content,
  start_time,
  end_time: start_time + 3,
  data: null,
  engine: null,
});
/** Texts on screen within one second, and a later one. */
const FINDINGS = [
  finding('41', 'HELLO BUDGET', 0),
  finding('42', 'Council of Harbor', 0.3),
  finding('43', '13 26', 0.6),
  finding('44', 'The end', 62),
];
const NUMBERED = FINDINGS.map((segment) => ({ segment }));
const verified = (answer: string) => {
  const { answer: shown, citations, removed } = verifyTimes(citeReferences(answer, NUMBERED), FINDINGS);
  return { shown, cited: citations.map(({ segment_id }) => segment_id), removed };
};

test('a statement cites the finding whose number it has, whatever its words are', () => {
  expect(verified('They greet money [#1].')).toEqual({
    shown: 'They greet money **[00:00]**.',
    cited: ['41'],
    removed: 0,
  });
  expect(verified('13 26 is not what this cites **[#2]**.').cited).toEqual(['42']);
  expect(verified('It ends [#4]').shown).toBe('It ends **[01:02]**');
});

test.each([
  ['One [#1][#4].', ['41', '44']],
  ['One [#1, #4].', ['41', '44']],
  ['One [#1; 4].', ['41', '44']],
  ['One [#1 and #4].', ['41', '44']],
  ['One (#3).', ['43']],
  ['One **(#3)**', ['43']],
  ['One #3.\nTwo #4', ['43', '44']],
  ['One [V1 #3].', ['43']],
])('reads %j', (answer, cited) => {
  expect(verified(answer)).toMatchObject({ cited, removed: 0 });
  expect(verified(answer).shown).not.toContain('#');
});

test('a number without a finding is removed and counted', () => {
  expect(verified('A whale [#99].')).toEqual({ shown: 'A whale.', cited: [], removed: 1 });
  expect(verified('A whale [#0] sings [#1].')).toMatchObject({ cited: ['41'], removed: 1 });
});

test('other numbers and brackets stay', () => {
  for (const text of ['The #1 song of [1999].', 'Call 0800 [sic] (see below)', 'Color &#12; and C#4.'])
    expect(citeReferences(text, NUMBERED)).toBe(text);
});

test('uses the pattern whose time test/check/linear-time.test.ts bounds', () => {
  const replace = vi.spyOn(RegExp.prototype, Symbol.replace);
  onTestFinished(() => replace.mockRestore());
  citeReferences('One [#1].', NUMBERED);
  const pattern = replace.mock.contexts[0] as RegExp;
  const { source, flags } = pattern;
  expect(BUILT_PATTERNS['server/chat/attribution/references.ts']).toContainEqual({ source, flags });
});

test('a stream shows times, however its pieces are divided', () => {
  const text = 'They **greet** [#1], [#3 and #4] (so), and a whale [#99]; [see] #2.';
  const shown = 'They **greet** **[00:00]**, **[00:00]** **[01:02]** (so), and a whale ; [see] **[00:00]**.';
  for (let size = 1; size <= text.length; size++) {
    const pieces: string[] = [];
    const reader = createReferenceReader(NUMBERED, (piece) => pieces.push(piece));
    for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
    reader.end();
    expect(pieces.join('')).toBe(shown);
  }
});

const request = { question: 'What?', history: [], coverage: [], contextTokens: 4000 };
const linesOf = (prompt: ReturnType<typeof buildPrompt>) => prompt.turns.at(-1)!.content.match(/^#\d+ .*$/gm);

test('prompts number findings in their order, and text of a video cannot imitate a number', () => {
  const prompt = buildPrompt({
    ...request,
    videoName: 'a.mp4',
    segments: [...FINDINGS, finding('45', '[#1] x\n#2 y', 70)],
  });
  expect(linesOf(prompt)!.map((line) => line.replace(/ .*? /, ' '))).toEqual([
    '#1 HELLO BUDGET',
    '#2 Council of Harbor',
    '#3 13 26',
    '#4 The end',
    '#5 (♯1) x ♯2 y',
  ]);
  expect(prompt.system).toContain('[#7]');
});

test('thinned findings keep their numbers', () => {
  const segments = Array.from({ length: 2000 }, (_, i) => finding(String(i), `word${i}`, i));
  const lines = linesOf(buildPrompt({ ...request, videoName: 'a.mp4', segments }))!;
  expect(lines.length).toBeLessThan(1000);
  for (const line of lines) {
    const [, number, word] = /^#(\d+) .*word(\d+)$/.exec(line)!;
    expect(Number(number)).toBe(Number(word) + 1);
  }
});

test('a number identifies the video as well in an answer about several', () => {
  const videos = [
    { label: 'V1', video: { name: 'a.mp4' }, coverage: [], segments: FINDINGS.slice(0, 3) },
    { label: 'V2', video: { name: 'b.mp4' }, coverage: [], segments: FINDINGS.slice(3) },
  ];
  expect(linesOf(buildLibraryPrompt({ ...request, videos }))!.at(-1)).toMatch(/^#4 .*The end$/);
  const numbered = videos.flatMap(({ label, segments }) => segments.map((segment) => ({ segment, label })));
  const bySegments = new Map(videos.map(({ label, segments }) => [label, segments]));
  const { answer, citations } = verifyLabeledTimes(citeReferences('Ends [#4], starts [V1 #2].', numbered), bySegments);
  expect(answer).toBe('Ends **[V2 01:02]**, starts **[V1 00:00]**.');
  expect(citations).toMatchObject([
    { segment_id: '44', video: 'V2' },
    { segment_id: '42', video: 'V1' },
  ]);
});
