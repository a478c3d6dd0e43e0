import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AV_DISPOSITION_COMMENT, AV_DISPOSITION_DEFAULT } from 'node-av/constants';
import { describe, expect, it } from 'vitest';
import type { TrackChoice } from '../../../src/contract/library/tracks.ts';
import { runMediaPass } from '../../../src/media/media-pass.ts';
import { probe } from '../../../src/media/probe.ts';
import { type AudioSpec, type MediaSpec, writeMedia } from '../../fixtures/media.ts';
import { repeat, solid } from '../../fixtures/pictures.ts';
import { concat, silence, sine, whiteNoise } from '../../fixtures/sounds.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const RATE = 48_000;
const SECONDS = 3;
/** Stand-ins for speech, music, and ambience; the detector of these tests takes tones above 600 Hz for speech. */
const voice = sine(1000, SECONDS, RATE, 0.4);
const otherVoice = sine(1400, SECONDS, RATE, 0.4);
const music = sine(220, SECONDS, RATE, 0.4);
const hiss = whiteNoise(SECONDS, RATE, 1, 0.004);
const nothing = silence(SECONDS, RATE);

const detector = {
  stream: () => ({
    async push(samples: Float32Array) {
      const crossings = samples.filter((sample, i) => i > 0 && sample >= 0 !== samples[i - 1]! >= 0).length;
      const loud = samples.some((sample) => Math.abs(sample) > 0.05);
      return Float32Array.of(loud && (crossings * 16_000) / samples.length / 2 > 600 ? 1 : 0);
    },
  }),
  dispose: async () => {},
};

async function file(name: string, audio: Partial<AudioSpec>[], more: Partial<MediaSpec> = {}): Promise<string> {
  const path = join(await tempFolder(), name);
  const video = { width: 96, height: 64, frameRate: 10, pictures: repeat(solid(96, 64, [30, 120, 30]), SECONDS * 10) };
  await writeMedia(path, {
    video,
    audio: audio.map((each) => ({ sampleRate: RATE, samples: nothing, ...each })),
    ...more,
  });
  return path;
}

/** Listens to a file; `levelOf` returns the amplitude of a tone in the mix. */
async function listen(path: string, choice?: TrackChoice) {
  const parts: Float32Array[] = [];
  const consumer = {
    needs: { luma: true, audio: true },
    onAudio: ({ samples }: { samples: Float32Array }) => void parts.push(samples.slice()),
  };
  const summary = await runMediaPass(path, [consumer], { detectSpeech: async () => detector, choice });
  const heard = concat(...parts);
  const levelOf = (frequency: number, from = 0.5, to = SECONDS - 0.5) => {
    const [first, last] = [from * 16_000, to * 16_000];
    let [real, imaginary] = [0, 0];
    for (let i = first; i < last; i++) {
      real += heard[i]! * Math.cos((2 * Math.PI * frequency * i) / 16_000);
      imaginary += heard[i]! * Math.sin((2 * Math.PI * frequency * i) / 16_000);
    }
    return (2 * Math.hypot(real, imaginary)) / (last - first);
  };
  return { summary, seconds: heard.length / 16_000, levelOf, states: summary.tracks?.audio.map(({ state }) => state) };
}

describe('channels', () => {
  it.each([
    ['a pair out of phase', 'clip.mov', 'pcm_s16le', [1, -1]],
    ['a pair out of phase, compressed', 'clip.mkv', 'flac', [1, -0.7]],
    ['a dead right side', 'clip.mp4', 'aac', [1, 0]],
    ['a dead left side', 'clip.mkv', 'libopus', [0, 1]],
    ['the center of 5.1', 'clip.mkv', 'flac', [0, 0, 1, 0, 0, 0]],
    ['a side of 5.1 without a center', 'clip.mov', 'pcm_s16le', [0, 1, 0, 0, 0, 0]],
    ['a microphone in the channel for low frequencies', 'clip.mov', 'pcm_s16le', [0, 0, 0, 1, 0, 0]],
    ['one of four', 'clip.mov', 'pcm_s16le', [0, 0, 0, 1]],
    ['7.1 out of phase', 'clip.mkv', 'flac', [1, -1, 0, 0, 0, 0, 0, 0]],
  ] as const)('hears %s at full level', async (_, name, codec, gains) => {
    const { levelOf } = await listen(await file(name, [{ samples: voice, codec, gains }]));
    expect(levelOf(1000)).toBeGreaterThan(0.3);
  });

  it('hears the center of 5.1 first', async () => {
    // A tone in every channel, those beside the center out of phase with it.
    const { levelOf } = await listen(
      await file('clip.mkv', [{ samples: voice, codec: 'flac', gains: [-1, -1, 1, 0, -1, -1] }]),
    );
    expect(levelOf(1000)).toBeCloseTo(0.4, 1);
  });
});

describe('tracks', () => {
  it.each(['clip.mkv', 'clip.mov', 'clip.ts', 'clip.avi'])('hears the microphone on track 2 of %s', async (name) => {
    const codec = name === 'clip.avi' ? 'pcm_s16le' : 'aac';
    const { levelOf, states, summary } = await listen(await file(name, [{ codec }, { samples: voice, codec }]));
    expect(levelOf(1000)).toBeCloseTo(0.4, 1);
    expect(states).toEqual(['silent', 'heard']);
    expect(summary.warnings).toEqual([]);
  });

  it('mixes the microphones that speak, and names the others', async () => {
    const turns = [concat(voice, nothing), concat(nothing, otherVoice)];
    const path = await file('clip.mov', [
      { samples: turns[0]!, codec: 'pcm_s16le' },
      { samples: concat(hiss, hiss), codec: 'pcm_s16le' },
      { samples: concat(nothing, nothing), codec: 'pcm_s16le' },
      { samples: turns[1]!, codec: 'pcm_s16le' },
    ]);
    const { levelOf, states, summary } = await listen(path);
    expect(levelOf(1000)).toBeCloseTo(0.4, 1);
    expect(levelOf(1400, SECONDS + 0.5, 2 * SECONDS - 0.5)).toBeCloseTo(0.4, 1);
    expect(states).toEqual(['heard', 'unheard', 'silent', 'heard']);
    expect(summary.warnings.map(({ text }) => text?.key)).toEqual(['warning.audio-unheard']);
    expect(summary.warnings[0]!.message).toContain('track 2');
  });

  it('hears dialogue rather than music and effects that are the default', async () => {
    const path = await file('clip.mkv', [
      { samples: music, title: 'M&E', disposition: AV_DISPOSITION_DEFAULT },
      { samples: voice },
    ]);
    const { levelOf, states } = await listen(path);
    expect([levelOf(1000), levelOf(220)]).toEqual([expect.closeTo(0.4, 1), expect.closeTo(0, 2)]);
    expect(states).toEqual(['unheard', 'heard']);
  });

  it('hears all of the recording where nobody speaks', async () => {
    const { levelOf, states } = await listen(
      await file('clip.mkv', [{ samples: music }, { samples: sine(330, SECONDS, RATE, 0.4) }]),
    );
    expect(levelOf(220)).toBeGreaterThan(0.15);
    expect(levelOf(330)).toBeGreaterThan(0.15);
    expect(states).toEqual(['heard', 'heard']);
  });

  it.each([
    [
      'the default language',
      [
        { samples: voice, language: 'eng' },
        { samples: otherVoice, language: 'deu', disposition: AV_DISPOSITION_DEFAULT },
      ],
      1400,
    ],
    [
      'the language that is spoken',
      [
        { samples: music, language: 'eng', disposition: AV_DISPOSITION_DEFAULT },
        { samples: otherVoice, language: 'deu' },
      ],
      1400,
    ],
    ['no commentary', [{ samples: otherVoice, disposition: AV_DISPOSITION_COMMENT }, { samples: voice }], 1000],
    ['commentary alone', [{ samples: voice, disposition: AV_DISPOSITION_COMMENT }, {}], 1000],
  ])('of alternatives, hears %s', async (_, audio, frequency) => {
    const { levelOf, states } = await listen(await file('clip.mkv', audio));
    expect(levelOf(frequency)).toBeCloseTo(0.4, 1);
    expect(levelOf(frequency === 1000 ? 1400 : 1000)).toBeLessThan(0.01);
    expect(states?.filter((state) => state === 'heard')).toHaveLength(1);
  });

  it('hears tracks of opposite phase', async () => {
    const path = await file('clip.mov', [
      { samples: voice, codec: 'pcm_s16le' },
      { samples: voice, codec: 'pcm_s16le', gains: [-1] },
    ]);
    expect((await listen(path)).levelOf(1000)).toBeCloseTo(0.4, 1);
  });

  it('hears the tracks that a user chose, and warns of none', async () => {
    const path = await file('clip.mkv', [{ samples: voice }, { samples: music }, { samples: otherVoice }]);
    const { levelOf, states, summary } = await listen(path, { audio: [2], video: null });
    expect([levelOf(1000), levelOf(220), levelOf(1400)].map((level) => level > 0.1)).toEqual([false, true, false]);
    expect(states).toEqual(['unheard', 'heard', 'unheard']);
    expect(summary.warnings).toEqual([]);
    const both = await listen(path, { audio: [1, 3], video: null });
    expect([both.levelOf(1000), both.levelOf(220), both.levelOf(1400)].map((level) => level > 0.1)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('lists the tracks of a file', async () => {
    const path = await file('clip.mkv', [
      { language: 'eng', channels: 2 },
      { language: 'deu', title: 'Commentary' },
    ]);
    const { tracks, audio } = await probe(path);
    expect(audio?.tracks).toBe(2);
    expect(tracks?.video).toMatchObject([{ number: 1, codec: 'h264', width: 96, height: 64, is_decodable: true }]);
    expect(tracks?.audio).toMatchObject([
      { number: 1, codec: 'aac', language: 'eng', channels: 2, role: 'dialogue', title: null },
      { number: 2, codec: 'aac', language: 'deu', channels: 1, role: 'commentary', title: 'Commentary' },
    ]);
  });
});

describe('tracks without a decoder', () => {
  /** Replaces the code of a codec after a position, so that no decoder is found. */
  async function broken(path: string, code: string, occurrence: 'all' | 'last'): Promise<string> {
    const bytes = await readFile(path);
    const last = bytes.lastIndexOf(code, undefined, 'latin1');
    for (let at = bytes.indexOf(code, 0, 'latin1'); at >= 0; at = bytes.indexOf(code, at + 4, 'latin1')) {
      if (occurrence === 'all' || at === last) bytes.write('zzzz', at, 'latin1');
    }
    await writeFile(path, bytes);
    return path;
  }

  it('analyzes the sound of a file whose video has none', async () => {
    const path = await broken(await file('clip.mov', [{ samples: voice, codec: 'pcm_s16le' }]), 'avc1', 'all');
    const { levelOf, summary } = await listen(path);
    expect(levelOf(1000)).toBeCloseTo(0.4, 1);
    expect(summary.info).toMatchObject({
      video: null,
      tracks: { video: [{ number: 1, codec: 'zzzz', is_decodable: false }] },
    });
    expect(summary.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('track 1 (ZZZZ')]);
  });

  it.each([
    ['the only one', [{ samples: voice }], 'all', ['undecodable']],
    ['one of two', [{ samples: voice }, { samples: otherVoice }], 'last', ['heard', 'undecodable']],
  ] as const)('analyzes a file in which audio has none: %s', async (_, audio, occurrence, expected) => {
    const pcm = audio.map((each) => ({ ...each, codec: 'pcm_s16le' as const }));
    const { states, summary } = await listen(await broken(await file('clip.mov', pcm), 'sowt', occurrence));
    expect(summary.frames).toBe(30);
    expect(states).toEqual(expected);
    expect(summary.warnings.map(({ text }) => text?.key)).toEqual(['warning.audio-undecodable']);
  });

  it('says which codecs are missing where nothing can be decoded', async () => {
    const path = await broken(await file('clip.mov', [{ samples: voice, codec: 'pcm_s16le' }]), 'avc1', 'all');
    await expect(probe(await broken(path, 'sowt', 'all'))).rejects.toMatchObject({
      code: 'unreadable_media',
      message: expect.stringContaining('zzzz'),
    });
  });
});
