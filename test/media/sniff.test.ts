import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demuxerFor, sniff } from '../../src/media/sniff.ts';
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
    ['H.264 that begins with SEI', '000000010605ffffaadc45e9bde6d948'],
    ['H.264 that begins with parameters', '0000000167640028acd9405005bb0110'],
    ['H.264 after a short start code', '00000167640028acd9405005bb011000'],
    ['HEVC', '0000000140010c01ffff016000000300'],
    ['MPEG-2 video', '000001b328011013ffffe018000001b5'],
  ])('says that %s is a raw stream', async (_, bytes) => {
    const path = join(await tempFolder(), 'raw');
    await writeFile(path, Buffer.from(bytes, 'hex'));
    await expect(sniff(path)).rejects.toMatchObject({
      ...{ code: 'unreadable_media', message: expect.stringContaining('raw video stream') },
    });
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
