import { describe, expect, it, vi } from 'vitest';
import { CanceledError } from '../../src/base/errors.ts';
import { ReelscopeError } from '../../src/contract/errors.ts';
import { sentence } from '../../src/core/texts/sentence.ts';
import { FindingsSender } from '../../src/pipeline/findings-sender.ts';
import type { FromWorker, VectorBatch } from '../../src/pipeline/protocol.ts';

const segments = ['one', 'two'].map((content, i) => ({ content, start_time: i, end_time: i + 1, data: null }));
const outcome = { status: 'completed' as const, engine: 'test@1', segments, seconds: 1 };

function setUp(embed: (texts: readonly string[]) => Promise<VectorBatch | null>) {
  const sent: FromWorker[] = [];
  const canceling = new AbortController();
  const sender = new FindingsSender({ send: (message) => void sent.push(message), signal: canceling.signal, embed });
  return { sender, sent, canceling };
}

describe('FindingsSender', () => {
  it('sends findings with the embeddings of their texts', async () => {
    const batch: VectorBatch = { model: 'tiny@1', dimension: 1, data: new Float32Array([1, 1]) };
    const embed = vi.fn(async () => batch);
    const { sender, sent } = setUp(embed);
    await sender.send('ocr', outcome);
    expect(embed).toHaveBeenCalledWith(['one', 'two']);
    expect(sent).toMatchObject([{ type: 'findings', module: 'ocr', segments, vectors: batch }]);
  });

  it('embeds nothing without findings', async () => {
    const embed = vi.fn(async () => null);
    const { sender, sent } = setUp(embed);
    await sender.send('ocr', { ...outcome, segments: [] });
    expect(embed).not.toHaveBeenCalled();
    expect(sent).toMatchObject([{ type: 'findings', vectors: null }]);
  });

  it('sends findings without embeddings where the embedder fails, and warns once', async () => {
    const { sender, sent } = setUp(async () => {
      throw new ReelscopeError('model_unavailable', sentence('worker.not-started'));
    });
    await sender.send('ocr', outcome);
    await sender.send('logos', outcome);
    expect(sent.map(({ type }) => type)).toEqual(['warning', 'findings', 'findings']);
    expect(sent[1]).toMatchObject({ module: 'ocr', vectors: null });
  });

  it('ends with the run when it is canceled while texts are embedded', async () => {
    const { sender, sent, canceling } = setUp(async () => {
      canceling.abort();
      throw new Error('killed');
    });
    await expect(sender.send('ocr', outcome)).rejects.toThrow(CanceledError);
    expect(sent).toEqual([]);
  });
});
