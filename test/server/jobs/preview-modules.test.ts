import { describe, expect, it } from 'vitest';
import { previewModules } from '../../../src/server/jobs/preview-modules.ts';

describe('modules of a preview', () => {
  it('are those that can be previewed and were not analyzed', () => {
    const request = { modules: ['scenes', 'ocr', 'summary'] as const, action: 'process' as const };
    expect(previewModules({ ...request, modules: [...request.modules] }, new Set(['ocr']))).toEqual(['scenes']);
  });

  it('are run again where the video is reprocessed', () => {
    expect(previewModules({ modules: ['ocr'], action: 'reprocess' }, new Set(['ocr']))).toEqual(['ocr']);
  });

  it('states why none is left', () => {
    const preview = (module: 'summary' | 'ocr') => () =>
      previewModules({ modules: [module], action: 'process' }, new Set(['ocr']));
    expect(preview('summary')).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(preview('ocr')).toThrow(expect.objectContaining({ code: 'conflict' }));
  });
});
