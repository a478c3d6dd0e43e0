import { describe, expect, it } from 'vitest';
import { isMessage, MessageRef } from '../../../src/contract/message.ts';
import { createMessageRenderer, createSegmentRenderer } from '../../../src/core/texts/message-renderer.ts';

const renderMessage = createMessageRenderer((key) => key, 'en');

describe('messages of stored findings', () => {
  it.each([
    ['no object', null],
    ['a list', []],
    ['no key', { params: {} }],
    ['a parameter of null', { key: 'lines', params: { lines: null } }],
    ['parameters that are a list', { key: 'lines', params: [] }],
    ['a nested message without a key', { key: 'lines', params: { lines: [{ params: {} }] } }],
  ])('with %s have no text, and are refused at the door', (_, value) => {
    expect(renderMessage(value as unknown as MessageRef)).toBeUndefined();
    expect(MessageRef.safeParse(value).success).toBe(false);
  });

  it('may leave out a parameter', () => {
    expect(isMessage({ key: 'lines', params: { lines: ['a'], other: undefined } })).toBe(true);
  });
});

it('shows controls of direction in labels and speakers of a finding, as in its content', () => {
  const hostile = 'gun\u202eexe.';
  const segment = { module: 'logos' as const, content: hostile, data: { label: hostile, speaker: hostile } };
  const shown = 'gun⟨U+202E⟩exe.';
  expect(createSegmentRenderer(renderMessage)(segment)).toEqual({
    ...segment,
    content: shown,
    data: { label: shown, speaker: shown },
  });
});
