import {
  AV_DISPOSITION_COMMENT,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_DESCRIPTIONS,
  AV_DISPOSITION_VISUAL_IMPAIRED,
} from 'node-av/constants';
import { describe, expect, it } from 'vitest';
import type { AudioTrack } from '../../../src/contract/library/tracks.ts';
import { languageOf, roleOf, trackTiers } from '../../../src/media/audio/track-roles.ts';

describe('roles of audio tracks', () => {
  it.each([
    [0, null, null, 'dialogue'],
    [AV_DISPOSITION_DEFAULT, 'eng', 'Stereo', 'dialogue'],
    [AV_DISPOSITION_COMMENT, null, null, 'commentary'],
    [AV_DISPOSITION_VISUAL_IMPAIRED, 'deu', null, 'description'],
    [AV_DISPOSITION_DESCRIPTIONS | AV_DISPOSITION_DEFAULT, null, null, 'description'],
    [0, 'zxx', null, 'music_effects'],
    [0, null, "Director's Commentary", 'commentary'],
    [0, 'deu', 'Audiokommentar des Regisseurs', 'dialogue'],
    [0, 'deu', 'Kommentar des Regisseurs', 'commentary'],
    [0, null, 'M&E 5.1', 'music_effects'],
    [0, null, 'M and E', 'music_effects'],
    [0, null, 'Music', 'music_effects'],
    [0, null, 'IT-Band', 'music_effects'],
    [0, null, 'Dialogue, music & effects', 'dialogue'],
    [0, null, 'Mic/Aux', 'dialogue'],
    [0, null, 'English AD', 'description'],
  ] as const)('flags %i, language %s, title %s: %s', (flags, language, title, role) => {
    expect(roleOf(flags, language, title)).toBe(role);
  });

  it('takes codes without a language for none', () => {
    expect(['und', 'mul', '', null, 'ENG '].map(languageOf)).toEqual([null, null, null, null, 'eng']);
  });
});

describe('tiers of audio tracks', () => {
  const track = (number: number, more: Partial<AudioTrack> = {}) => ({
    number,
    language: null,
    role: 'dialogue' as const,
    is_default: false,
    is_decodable: true,
    ...more,
  });

  it.each([
    ['tracks without a language belong together', [track(1), track(2)], [1, 2], [], []],
    [
      'the language of the default track counts',
      [track(1, { language: 'eng' }), track(2, { language: 'deu', is_default: true }), track(3)],
      [2, 3],
      [1],
      [],
    ],
    [
      'codes of one language are alike',
      [
        track(1, { language: 'ger' }),
        track(2, { language: 'deu' }),
        track(3, { language: 'de-AT' }),
        track(4, { language: 'nld' }),
      ],
      [1, 2, 3],
      [4],
      [],
    ],
    [
      'a default track of music is not the main one',
      [track(1, { role: 'music_effects', is_default: true }), track(2)],
      [2],
      [],
      [1],
    ],
    [
      'commentary is no language',
      [track(1, { language: 'eng' }), track(2, { language: 'eng', role: 'commentary' })],
      [1],
      [],
      [2],
    ],
    ['what can’t be decoded is left out', [track(1, { is_default: true, is_decodable: false }), track(2)], [2], [], []],
  ])('%s', (_, tracks, own, languages, others) => {
    expect(trackTiers(tracks)).toEqual({ own, languages, others });
  });
});
