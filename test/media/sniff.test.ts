import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demuxerFor } from '../../src/core/media-files/signatures.ts';
import { probe } from '../../src/media/probe.ts';
import { sniff } from '../../src/media/sniff.ts';
import { writeMedia } from '../fixtures/media.ts';
import { repeat, solid } from '../fixtures/pictures.ts';
import { sine } from '../fixtures/sounds.ts';
import { tempFolder } from '../fixtures/temp.ts';

const video = { width: 64, height: 48, frameRate: 10 };

describe('sniff', () => {
  it.each([
    ['clip.mp4', 'mov'],
    ['clip.mov', 'mov'],
    ['clip.mkv', 'matroska'],
    ['clip.avi', 'avi'],
    ['clip.ts', 'mpegts'],
  ])('detects %s by its bytes', async (name, demuxer) => {
    const path = join(await tempFolder(), name);
    await writeMedia(path, { video: { ...video, pictures: repeat(solid(64, 48, [9, 99, 9]), 5) } });
    expect(await sniff(path)).toBe(demuxer);
  });

  it('detects a transport stream that starts inside a packet', async () => {
    const folder = await tempFolder();
    await writeMedia(join(folder, 'whole.ts'), {
      video: { ...video, pictures: repeat(solid(64, 48, [9, 99, 9]), 50) },
    });
    const whole = await readFile(join(folder, 'whole.ts'));
    for (const cut of [1, 100, 187, 188, 1000]) {
      await writeFile(join(folder, 'cut.ts'), whole.subarray(cut));
      expect(await sniff(join(folder, 'cut.ts'))).toBe('mpegts');
    }
  });

  it.each([
    ['sound.wav', 'wav', 'pcm_s16le'],
    ['sound.flac', 'flac', 'flac'],
    ['sound.mp3', 'mp3', 'libmp3lame'],
  ] as const)('detects %s by its bytes', async (name, demuxer, codec) => {
    const path = join(await tempFolder(), name);
    await writeMedia(path, { audio: { sampleRate: 44_100, samples: sine(440, 0.5, 44_100), codec } });
    expect(await sniff(path)).toBe(demuxer);
  });

  it.each([
    ['an ffconcat script', 'ffconcat version 1.0\nfile other.mp4\n'],
    ['an HLS playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nother.ts\n#EXT-X-ENDLIST\n'],
    ['a DASH manifest', '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>'],
    ['an SDP', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'],
    ['plain text', 'This is a letter to somebody about something.'],
    ['a few bytes', 'abc'],
  ])('rejects %s regardless of its name', async (_, content) => {
    const path = join(await tempFolder(), 'clip.mp4');
    await writeFile(path, content);
    await expect(sniff(path)).rejects.toMatchObject({ code: 'unreadable_media' });
  });

  it.each([
    ['AC-3', '0b771ef84c402f842be1877b', 'ac3'],
    ['Enhanced AC-3', '0b7700cf7287c0002106187', 'eac3'],
  ])('detects %s by its bytes', (_, bytes, demuxer) => {
    expect(demuxerFor(Buffer.from(bytes.padEnd(64, '0'), 'hex'))).toBe(demuxer);
  });

  it.each([
    ['H.264', '.h264', 'h264'],
    ['MPEG-4 in NUT', '.nut', 'nut'],
    ['a transport stream', '.m2t', 'mpegts'],
  ])('reads %s', async (_, extension, demuxer) => {
    const path = join(await tempFolder(), `clip${extension}`);
    await writeMedia(path, { video: { ...video, pictures: repeat(solid(64, 48, [9, 99, 9]), 20) } });
    expect(await sniff(path)).toBe(demuxer);
    expect((await probe(path)).video).toMatchObject({ width: 64, height: 48 });
  });

  it.each([
    ['sound.w64', 'w64'],
    ['sound.caf', 'caf'],
    ['sound.rf64.wav', 'wav'],
  ])('reads %s', async (name, demuxer) => {
    const path = join(await tempFolder(), name);
    await writeMedia(path, { audio: { sampleRate: 44_100, samples: sine(440, 0.5, 44_100), codec: 'pcm_s16le' } });
    expect(await sniff(path)).toBe(demuxer);
    expect((await probe(path)).duration).toBeCloseTo(0.5, 1);
  });

  it('recognizes what has no signature at its start, as FFmpeg does', async () => {
    const path = join(await tempFolder(), 'late');
    const frame = Buffer.alloc(120_000);
    for (let at = 0; at < frame.length; at += 80 * 150) Buffer.from('1f07003f0000', 'hex').copy(frame, at);
    for (const content of [Buffer.concat([Buffer.alloc(80, 1), frame, frame]), frame]) {
      await writeFile(path, content);
      expect(await sniff(path)).toBe('dv');
    }
  });

  it.each([
    ['SRT', '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n'.repeat(9)],
    ['WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'],
    ['SSA', '[Script Info]\nScriptType: v4.00+\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,0,0,0,,Hello\n'],
    ['a playlist of WinAmp', '[playlist]\nFile1=other.mp3\n'],
    [
      'an IMF playlist',
      '<?xml version="1.0"?><CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016">',
    ],
    ['a JPEG', Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex')],
  ])('rejects %s, whatever its name', async (_, content) => {
    const folder = await tempFolder();
    for (const name of ['clip.mp4', 'clip.srt', 'clip.h264', 'clip']) {
      await writeFile(join(folder, name), content);
      await expect(sniff(join(folder, name))).rejects.toMatchObject({ code: 'unreadable_media' });
    }
  });

  it('distinguishes an empty file, a folder, and a missing file', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'empty.mp4'), '');
    await expect(sniff(join(folder, 'empty.mp4'))).rejects.toMatchObject({
      code: 'unreadable_media',
      message: /empty/,
    });
    await expect(sniff(folder)).rejects.toMatchObject({ code: expect.stringMatching(/unreadable_media|not_found/) });
    await expect(sniff(join(folder, 'none.mp4'))).rejects.toMatchObject({ code: 'not_found' });
  });

  it('never throws for any bytes', () => {
    for (let i = 0; i < 256; i++) demuxerFor(Buffer.alloc(32, i));
    expect(demuxerFor(Buffer.alloc(0))).toBeUndefined();
  });
});
