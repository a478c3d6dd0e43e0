import { describe, expect, test } from 'vitest';
import type { SegmentDraft } from '../../../../src/contract/analysis/segment.ts';
import { chaptersBy } from '../../../../src/modules/chapters/module.ts';
import { keywordsBy } from '../../../../src/modules/keywords/module.ts';
import { detectBrands } from '../../../../src/modules/logos/vision-brands.ts';
import type { AnalysisModule, EngineSettings, ModuleContext } from '../../../../src/modules/module.ts';
import { openCaptioner } from '../../../../src/modules/scenes/description/captioner.ts';
import { captionShots } from '../../../../src/modules/scenes/description/captions.ts';
import { connectedOllama, openVisionClient } from '../../../../src/modules/shared/vision/vision-client.ts';
import { summaryBy } from '../../../../src/modules/summary/module.ts';
import { detectOpenVocabulary } from '../../../../src/modules/visualelements/open-vocabulary.ts';
import { sample, WHOLE } from '../../../fixtures/extended.ts';
import { moduleContext } from '../../../fixtures/module-context.ts';
import { ollamaDouble, seeingContext, settingsFor } from '../../../fixtures/ollama.ts';
import type { OllamaDouble } from '../../../fixtures/ollama-double.ts';
import { speech } from '../findings/some-findings.ts';

/**
 * Every module that uses a server, with every failure of a server. The module still delivers its own findings, with
 * one readable warning that states what is missing and why.
 */

const SECRET = 'the harbour wakes';
const SAILING = [
  'The harbour wakes before the ships sail.',
  'A good wind fills the sail.',
  'Without wind the ship drifts.',
];
const BAKING = [
  'Good bread needs flour and water.',
  'The oven must be hot for the bread.',
  'Knead the flour to a dough.',
];
/** Two topics, so that there are chapters. */
const LINES = [SAILING, SAILING, SAILING, BAKING, BAKING, BAKING].flat();
const shots: SegmentDraft[] = [0, 1, 2, 3].map((at) => ({
  content: `Shot ${at + 1}`,
  start_time: at * 3,
  end_time: at * 3 + 3,
  data: { still_time: at * 3 + 1 },
}));
const still = (time: number) => ({
  time,
  width: 32,
  height: 18,
  rgb: new Uint8Array(32 * 18 * 3).fill(time % 2 ? 10 : 230),
});

type Run = (settings: EngineSettings, context: ModuleContext) => Promise<readonly SegmentDraft[]>;

const written =
  (by: (language: ReturnType<NonNullable<ReturnType<typeof connectedOllama>>['language']>) => AnalysisModule): Run =>
  async (settings, context) => {
    const started = await by(connectedOllama(settings)!.language()).start(context);
    const segments = await started.finish();
    expect(started.engine.id).not.toContain('ollama');
    return segments;
  };

const MODULES: Record<string, { run: Run; least: number; says: RegExp }> = {
  scenes: {
    run: async (settings, context) => {
      const captioner = await openCaptioner(settings, context);
      const captioned = await captionShots(shots, captioner, context, (tag) => tag);
      expect(captioned.by).toBeNull();
      return captioned.shots;
    },
    least: 4,
    says: /^Shots are not described/,
  },
  visualelements: {
    run: async (settings, context) => {
      const vision = await openVisionClient(settings, context, {
        message: 'Objects are limited to the built-in labels',
      });
      return vision ? detectOpenVocabulary(shots, [0, 3, 6], [], vision, context) : shots;
    },
    least: 4,
    says: /^Objects are limited to the built-in labels/,
  },
  logos: {
    run: async (settings, context) => {
      const seen = await detectBrands(settings, context);
      for (const time of [0, 3, 6]) await seen?.onStill(still(time));
      return (await seen?.segments()) ?? [];
    },
    least: 0,
    says: /^Brands are found without the vision model/,
  },
  summary: {
    run: written(summaryBy),
    least: 1,
    says: /^Summary: The language model wasn’t available, so a basic result was created\. /,
  },
  chapters: {
    run: written(chaptersBy),
    least: 2,
    says: /^Chapters: The language model wasn’t available, so a basic result was created\. /,
  },
  keywords: {
    run: written(keywordsBy),
    least: 1,
    says: /^Keywords: The language model wasn’t available, so a basic result was created\. /,
  },
};

/** Failures of the server, and the warning for each. */
const FAILURES: Record<string, { set: (double: OllamaDouble) => void; because: RegExp }> = {
  'talks past the question': {
    set: (double) => Object.assign(double, { mode: 'ramble' }),
    because: /did not answer in the requested format/,
  },
  'never comes to an end': {
    set: (double) => Object.assign(double, { mode: 'endless' }),
    because: /an answer that is too long/,
  },
  'answers with other JSON': {
    set: (double) => {
      double.answer = () => ({ result: { [SECRET]: 1 } });
    },
    because: /did not answer in the requested format/,
  },
  'breaks off': {
    set: (double) => Object.assign(double, { mode: 'cut' }),
    because: /(closed the connection|was cut off)\.$/,
  },
  'reports an error': {
    set: (double) => Object.assign(double, { mode: 'error' }),
    because: /model runner has unexpectedly stopped/,
  },
  'reports an error in its answer': {
    set: (double) => Object.assign(double, { mode: 'stream-error' }),
    because: /reported an error while it answered/,
  },
  'takes calls and does not answer': {
    set: (double) => Object.assign(double, { mode: 'hang', onlyAnswers: false }),
    because: /did not answer in time/,
  },
  'is something else': { set: (double) => Object.assign(double, { mode: 'html' }), because: /is not Ollama/ },
  'lost its models': {
    set: (double) => {
      double.models = [];
    },
    because: /has no model that/,
  },
};

const CASES = Object.entries(MODULES).flatMap(([module, expected]) =>
  Object.entries(FAILURES).map(([failure, server]) => [module, failure, expected, server] as const),
);

describe('a failing server', () => {
  test.each(sample(CASES, 9))('%s: %s', WHOLE, async (_module, _failure, { run, least, says }, { set, because }) => {
    const double = await ollamaDouble({
      models: [{ name: 'gemma3:4b', capabilities: ['completion', 'vision'], contextLength: 8192 }],
      answer: () => SECRET,
    });
    set(double);
    const findings = speech(LINES);
    const { media, segmentsOf } = moduleContext([], {
      segments: { transcription: findings },
      duration: 180,
      isAudioOnly: true,
    });
    const { context, warnings } = seeingContext({ media, segmentsOf });
    const segments = await run(settingsFor(double.url), context);
    expect(segments.length).toBeGreaterThanOrEqual(least);
    expect(warnings).toHaveLength(1);
    const [warning] = warnings;
    expect(warning).toMatch(says);
    expect(warning).toMatch(because);
    // One plain sentence, without JSON, markup, stack, prompt, or reply.
    expect(warning).toMatch(/^[^{}<>\n]{20,300}\.$/);
    expect(warning).not.toMatch(/undefined|\[object|Error:|harbour/i);
  });
});
