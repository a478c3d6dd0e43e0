import { describe, expect, test } from 'vitest';
import { MODULE_NAMES, type ModuleInfo, type ModuleName } from '../../../../src/contract/analysis/modules.ts';
import { estimateSeconds } from '../../../../src/core/modules/estimate.ts';
import { modulesOf, presetOf } from '../../../../src/renderer/features/processing/presets.ts';

const run = (modules: ModuleName[], minutes: number, processing_time: number) => ({
  modules: JSON.stringify(modules),
  duration_minutes: minutes,
  processing_time,
});

describe('estimate', () => {
  test('returns nothing without a similar run', () => {
    expect(estimateSeconds([], ['scenes'], 60)).toBeNull();
    expect(estimateSeconds([run(['ocr'], 1, 30)], ['scenes'], 60)).toBeNull();
    expect(estimateSeconds([run(['scenes'], 0, 30), run(['scenes'], 1, 0)], ['scenes'], 60)).toBeNull();
  });

  test('scales the time of the same run by duration', () => {
    expect(estimateSeconds([run(['scenes', 'ocr'], 1, 30)], ['ocr', 'scenes'], 120)).toBeCloseTo(60);
  });

  test('uses a part of a larger run, and prefers the most similar run', () => {
    expect(estimateSeconds([run(['scenes', 'ocr'], 1, 60)], ['scenes'], 60)).toBeCloseTo(30);
    const both = estimateSeconds([run(['scenes'], 1, 6), run([...MODULE_NAMES], 1, 900)], ['scenes'], 60)!;
    expect(both).toBeGreaterThan(6);
    expect(both).toBeLessThan(12);
  });
});

describe('presets', () => {
  const info = (name: ModuleName): ModuleInfo => ({
    name,
    title: name,
    description: '',
    engine: null,
    reason: null,
    reason_text: null,
    needs: [],
    needs_texts: [],
    available: name !== 'transcription',
  });
  const modules = MODULE_NAMES.map(info);

  test('select available modules, and are detected again', () => {
    expect(modulesOf('all', modules)).not.toContain('transcription');
    expect(modulesOf('speech', modules)).toEqual(['audioevents', 'summary', 'chapters', 'keywords']);
    expect(presetOf(['ocr', 'logos', 'scenes', 'visualelements'], modules)).toBe('picture');
    expect(presetOf(['ocr'], modules)).toBeUndefined();
  });
});
