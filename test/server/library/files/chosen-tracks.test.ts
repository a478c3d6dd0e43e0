import { describe, expect, it } from 'vitest';
import type { AudioTrack, VideoTrack } from '../../../../src/contract/library/tracks.ts';
import type { VideoRow } from '../../../../src/db/schema.ts';
import {
  chosenTracks,
  playedTracks,
  requestedChoice,
  storedChoice,
} from '../../../../src/server/library/files/chosen-tracks.ts';

const stored = { trackChoice: JSON.stringify({ audio: [2], video: 1 }) };
const none = { trackChoice: null };

describe('choice of tracks', () => {
  it.each([
    ['keeps what is not stated', stored, {}, undefined],
    ['changes one kind only', stored, { audioTracks: [1, 3] }, { audio: [1, 3], video: 1 }],
    ['returns one kind to the analysis', stored, { audioTracks: null }, { audio: null, video: 1 }],
    ['returns all to the analysis', stored, { audioTracks: null, videoTrack: null }, null],
    ['begins', none, { videoTrack: 2 }, { audio: null, video: 2 }],
  ])('%s', (_, video, request, choice) => expect(requestedChoice(video, request)).toEqual(choice));

  it('leaves all to the analysis without a stored one', () =>
    expect(storedChoice(none)).toEqual({ audio: null, video: null }));

  const facts = { codec: 'aac', language: null, title: null, is_default: false, is_decodable: true };
  const audio = [1, 2].map((number) => ({ ...facts, number, is_decodable: number === 1 })) as unknown as AudioTrack[];
  const video = [{ ...facts, number: 1 }] as unknown as VideoTrack[];
  const source = { tracks: async () => ({ audio, video }) };

  it.each([
    [{ audioTracks: [3] }, 'no audio track 3; audio tracks: 2'],
    [{ videoTrack: 2 }, 'no video track 2'],
    [{ audioTracks: [1, 2] }, 'Track 2 (AAC) can’t be decoded'],
  ])('refuses a track that can’t be used: %o', async (request, message) => {
    await expect(chosenTracks(none as VideoRow, request, source)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(message),
    });
  });

  it('accepts those of the file, and any of a file that can’t be read now', async () => {
    expect(await chosenTracks(none as VideoRow, { audioTracks: [1] }, source)).toEqual({ audio: [1], video: null });
    const unknown = { tracks: async () => undefined };
    expect(await chosenTracks(none as VideoRow, { audioTracks: [9] }, unknown)).toEqual({ audio: [9], video: null });
  });
});

describe('played tracks', () => {
  const use = (video: number | null, ...states: string[]) =>
    JSON.stringify({ video, audio: states.map((state, i) => ({ number: i + 1, state })) });

  it.each([
    ['nothing is known', null, null, undefined],
    ['the analysis listened to the first one', null, use(1, 'heard', 'unheard'), undefined],
    ['it listened to another one', null, use(1, 'silent', 'heard'), { audio: [2], video: 1 }],
    ['it listened to several', null, use(1, 'heard', 'heard'), { audio: [1, 2], video: 1 }],
    ['it looked at another one', null, use(2, 'heard'), { audio: null, video: 2 }],
    ['a user chose', stored.trackChoice, use(1, 'heard', 'unheard'), { audio: [2], video: 1 }],
  ])('are those of the analysis: %s', (_, trackChoice, trackUse, tracks) => {
    expect(playedTracks({ trackChoice, trackUse })).toEqual(tracks);
  });
});
