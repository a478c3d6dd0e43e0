import { describe, expect, it } from 'vitest';
import { assignSpeakers } from '../../../../src/modules/transcription/speakers/assign.ts';
import { spokenLines } from '../../../fixtures/spoken.ts';

const summary = (lines: ReturnType<typeof assignSpeakers>) =>
  lines.map(({ content, data }) => [data?.speaker, content]);

describe('assignSpeakers', () => {
  it('sets the speaker of each line', () => {
    const lines = spokenLines(['Good morning.', 'Good morning to you.']);
    const turns = [
      { start: 0.4, end: 1.2, speaker: 0 },
      { start: 1.3, end: 4, speaker: 1 },
    ];
    expect(summary(assignSpeakers(lines, turns))).toEqual([
      ['S1', 'Good morning.'],
      ['S2', 'Good morning to you.'],
    ]);
    expect(assignSpeakers(lines, turns)[1]!.data).toMatchObject({ speaker_id: 'S2', words: lines[1]!.data!.words });
  });

  it('splits a line at a change of speaker by word times', () => {
    const [line] = spokenLines(['Are you ready yes I am.']);
    const parts = assignSpeakers(
      [line!],
      [
        { start: 0.5, end: 1.4, speaker: 0 },
        { start: 1.4, end: 3, speaker: 1 },
      ],
    );
    expect(summary(parts)).toEqual([
      ['S1', 'Are you ready'],
      ['S2', 'yes I am.'],
    ]);
    expect(parts[0]).toMatchObject({ start_time: 0.5, end_time: 1.38 });
    expect(parts[1]).toMatchObject({ start_time: 1.4, end_time: line!.end_time });
    expect(parts.flatMap(({ data }) => data!.words)).toEqual(line!.data!.words);
  });

  it('divides the translation of a line in proportion', () => {
    const [line] = spokenLines(['Sind Sie bereit ja bin ich.']);
    const translated = { ...line!, data: { ...line!.data, translation: 'Are you ready yes I am.' } };
    const turns = [
      { start: 0.5, end: 1.4, speaker: 0 },
      { start: 1.4, end: 3, speaker: 1 },
    ];
    const translations = assignSpeakers([translated], turns).map(({ data }) => data!.translation);
    expect(translations).toEqual(['Are you ready', 'yes I am.']);
  });

  it('gives a stray word to the speaker around it', () => {
    const [line] = spokenLines(['This is all mine you know.']);
    const parts = assignSpeakers(
      [line!],
      [
        { start: 0, end: 1.1, speaker: 0 },
        { start: 1.1, end: 1.38, speaker: 1 },
        { start: 1.4, end: 3, speaker: 0 },
      ],
    );
    expect(summary(parts)).toEqual([['S1', 'This is all mine you know.']]);
  });

  it('gives words outside of turns to the nearest speaker, and none far away', () => {
    const [line] = spokenLines(['Hello there.']);
    expect(summary(assignSpeakers([line!], [{ start: 1.5, end: 3, speaker: 0 }]))[0]![0]).toBe('S1');
    expect(summary(assignSpeakers([line!], [{ start: 9, end: 10, speaker: 0 }]))[0]![0]).toBeUndefined();
  });

  it('sets the speaker of a line without word times', () => {
    const line = { content: 'Hello', start_time: 1, end_time: 2, data: null };
    expect(assignSpeakers([line], [{ start: 0, end: 3, speaker: 1 }])[0]!.data).toEqual({
      speaker: 'S2',
      speaker_id: 'S2',
    });
  });
});
