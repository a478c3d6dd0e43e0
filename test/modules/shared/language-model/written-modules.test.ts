import { describe, expect, test } from 'vitest';
import { ReelscopeError } from '../../../../src/contract/errors.ts';
import type { EngineFactory, GeneratingEngine, GenerationRequest } from '../../../../src/models/engine.ts';
import { estimateTokens } from '../../../../src/models/language/tokens.ts';
import { chaptersBy } from '../../../../src/modules/chapters/module.ts';
import { checkedChapters } from '../../../../src/modules/chapters/write.ts';
import { keywordsBy } from '../../../../src/modules/keywords/module.ts';
import { locateKeywords } from '../../../../src/modules/keywords/write.ts';
import type { ModuleContext } from '../../../../src/modules/module.ts';
import { summaryBy } from '../../../../src/modules/summary/module.ts';
import { INJECTIONS } from '../../../fixtures/injections.ts';
import { moduleContext } from '../../../fixtures/module-context.ts';
import { found, speech } from '../findings/some-findings.ts';

const LINES = [
  'The harbour wakes before the boats.',
  'Fishermen mend their nets at the quay.',
  'A storm warning comes over the radio.',
  'The lifeboat crew meets at the station.',
];

function language(answer: (request: GenerationRequest) => unknown, contextTokens = 4000) {
  const requests: GenerationRequest[] = [];
  const info = { id: 'scripted', version: '1' };
  const model: GeneratingEngine = {
    info,
    contextTokens,
    supportsImages: false,
    async write(request) {
      requests.push(request);
      return request.schema.parse(answer(request));
    },
    stream: () => {
      throw new Error('not asked for');
    },
    dispose: async () => {},
  };
  const factory: EngineFactory<GeneratingEngine> = {
    info,
    availability: async () => ({ available: true }),
    load: async () => model,
  };
  return { factory, requests };
}

async function run(module: ReturnType<typeof summaryBy>, segments = speech(LINES, 60), duration = 240) {
  const warnings: string[] = [];
  const context: ModuleContext = {
    ...moduleContext(['transcription', module.name], {
      segments: { transcription: segments },
      duration,
      isAudioOnly: true,
    }),
    warn: ({ message }) => void warnings.push(message),
  };
  const started = await module.start(context);
  return { segments: await started.finish(), engine: started.engine.id, warnings };
}

test('a connected model writes the summary, and adds its id', async () => {
  const { factory } = language(() => ({ summary: 'A **harbour** waits for a storm. ![x](http://evil.test/x.png)' }));
  const { segments, engine, warnings } = await run(summaryBy(factory));
  expect(segments[0]).toMatchObject({ content: 'A harbour waits for a storm. x', start_time: 0, end_time: 240 });
  expect([engine, warnings]).toEqual(['scripted', []]);
});

test('reads ten hours of speech in parts that fit the context', async () => {
  const { factory, requests } = language(() => ({ summary: 'Part.' }));
  await run(
    summaryBy(factory),
    speech(
      Array.from({ length: 7200 }, (_, i) => LINES[i % 4]!),
      5,
    ),
    36_000,
  );
  expect(requests).toHaveLength(9);
  for (const { system, turns, maxTokens } of requests) {
    expect(estimateTokens(system) + estimateTokens(turns[0]!.content) + maxTokens).toBeLessThan(4000);
  }
});

test.each([summaryBy, chaptersBy, keywordsBy])(
  'keeps the extractive result after a model failure, with a warning',
  async (by) => {
    const plain = await run(by(null));
    const { factory } = language(() => {
      throw new ReelscopeError('model_unavailable', 'The server is gone.');
    });
    const { segments, engine, warnings } = await run(by(factory));
    expect(segments).toEqual(plain.segments);
    expect(engine).toBe(plain.engine);
    expect(warnings).toEqual([expect.stringContaining('The server is gone.')]);
  },
);

test('treats text from the video as data', async () => {
  const { factory, requests } = language(() => ({ summary: 'x' }));
  await run(
    summaryBy(factory),
    INJECTIONS.map(([, text], i) => found(text, i, i + 0.5)),
  );
  const { system, turns } = requests[0]!;
  const boundary = /<findings ([0-9a-f]{32})>/.exec(system)![1]!;
  expect(turns[0]!.content.match(/<[^>]*>/g)).toEqual([`<findings ${boundary}>`, `</findings ${boundary}>`]);
});

describe('chapters', () => {
  const findings = speech(LINES, 60).map((segment) => ({ ...segment, module: 'transcription' as const }));
  test('cover the video in order, and start at findings', () => {
    const checked = checkedChapters(
      [
        { start: '00:02', title: 'The harbour' },
        { start: '02:01', title: '[Storm](http://evil.test)' },
        { start: '09:00', title: 'Beyond the end' },
      ],
      findings,
      240,
    );
    expect(checked?.map(({ content, start_time, end_time }) => [content, start_time, end_time])).toEqual([
      ['The harbour', 0, 120],
      ['Storm', 120, 240],
    ]);
  });
  test.each([
    [[{ start: 'soon', title: 'x' }]],
    [
      [
        { start: '00:00', title: 'a' },
        { start: '1:00:00', title: 'b' },
        { start: '00:31', title: 'c' },
      ],
    ],
  ])('are discarded if too few are verified', (chapters) => {
    expect(checkedChapters(chapters, findings, 240)).toBeNull();
  });
});

test('keywords occur in the findings, in their spelling', () => {
  const findings = speech(LINES, 60).map((segment) => ({ ...segment, module: 'transcription' as const }));
  const placed = locateKeywords(['STORM WARNING', 'whale', 'storm  warning', 'harb', 'lifeboat'], findings)!;
  expect(placed.map(({ content, start_time }) => [content, start_time])).toEqual([
    ['storm warning', 120],
    ['lifeboat', 180],
  ]);
  expect(locateKeywords(['whale'], findings)).toBeNull();
});
