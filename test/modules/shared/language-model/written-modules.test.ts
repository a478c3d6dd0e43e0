import { describe, expect, test } from 'vitest';
import { ReelscopeError } from '../../../../src/contract/errors.ts';
import type { EngineFactory, GeneratingEngine, GenerationRequest } from '../../../../src/models/engine.ts';
import { estimateTokens } from '../../../../src/models/language/tokens.ts';
import { chaptersBy } from '../../../../src/modules/chapters/module.ts';
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

/** Two topics, of which the words of each chapter's lines are known. */
const TOPICS = [
  'The harbor in Kiel reopened its long ferry terminal.',
  'Ferry passengers waited at the harbor terminal in the morning.',
  'The harbor ferry carries two hundred passengers.',
  'Terminal staff guide the passengers to the ferry in the harbor.',
  'The orchestra rehearsed a symphony by Brahms.',
  'The violins of the orchestra play the symphony softly.',
  'A conductor explains the symphony to the orchestra.',
  'Brahms wrote the symphony for a large orchestra.',
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

test('a connected model writes the summary; sentences of the extract replace what findings do not support', async () => {
  const summary =
    'The **lifeboat** crew meets at the station. Nobody mends nets. The mayor of Kiel resigned. ![x](http://evil.test/x.png)';
  const { segments, engine, warnings } = await run(summaryBy(language(() => ({ summary })).factory));
  const [{ content, start_time, end_time, data }] = segments as [(typeof segments)[number]];
  expect(content).toContain('The lifeboat crew meets at the station.');
  expect(content).not.toMatch(/Nobody|mayor|evil|\*/);
  expect(LINES.filter((line) => content.includes(line)).length).toBeGreaterThan(1);
  expect([start_time, end_time, data?.['kind']]).toEqual([0, 240, 'written']);
  expect([engine, warnings]).toEqual(['scripted', []]);
});

test('keeps the extract if no sentence of a model is supported', async () => {
  const plain = await run(summaryBy(null));
  const { factory } = language(() => ({ summary: 'The mayor of Kiel resigned on Tuesday.' }));
  expect((await run(summaryBy(factory))).segments).toEqual(plain.segments);
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
    const segments = speech(TOPICS, 30);
    const plain = await run(by(null), segments);
    const { factory } = language(() => {
      throw new ReelscopeError('model_unavailable', 'The server is gone.');
    });
    const { segments: kept, engine, warnings } = await run(by(factory), segments);
    expect(kept).toEqual(plain.segments);
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
  const segments = speech(TOPICS, 30);
  const read: string[] = [];
  const chaptersNamed = (answer: (request: GenerationRequest) => string) =>
    run(chaptersBy(language((request) => ({ title: answer(request) })).factory), segments);

  test('keep their borders; a model names each from its own lines, and only with words of these', async () => {
    const plain = await run(chaptersBy(null), segments);
    expect(plain.segments.map(({ start_time }) => start_time)).toEqual([0, 120]);
    const named = await chaptersNamed(({ turns }) => {
      read.push(turns[0]!.content);
      // The second one is named after the first, which its lines don't bear.
      return 'Ferry passengers at the harbor terminal';
    });
    expect(named.engine).toBe('scripted');
    expect(named.segments).toEqual([
      { ...plain.segments[0]!, content: 'Ferry passengers at the harbor terminal', data: expect.anything() },
      plain.segments[1],
    ]);
    expect(named.segments[0]!.data).toMatchObject({ title_source: 'model' });
    expect(read.map((text) => [text.includes('harbor'), text.includes('Brahms')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test('keep all bundled titles if none of a model is supported', async () => {
    const plain = await run(chaptersBy(null), segments);
    const { segments: kept, engine, warnings } = await chaptersNamed(() => 'Northfield and its 120 beds');
    expect([kept, engine]).toEqual([plain.segments, plain.engine]);
    expect(warnings).toHaveLength(1);
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

test('keywords that do not occur are replaced by extracted ones', async () => {
  const plain = await run(keywordsBy(null));
  const labels = ({ segments }: typeof plain) => segments.map(({ content }) => content);
  const { factory } = language(() => ({ keywords: ['storm warning', 'whale', 'earthquake'] }));
  const written = labels(await run(keywordsBy(factory)));
  expect(new Set(written).size).toBe(3);
  expect(written).toContain('storm warning');
  expect(written.filter((label) => labels(plain).includes(label)).length).toBeGreaterThanOrEqual(2);
});
