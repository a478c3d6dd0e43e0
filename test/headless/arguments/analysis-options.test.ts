import { expect, test } from 'vitest';
import { analysisRequest } from '../../../src/headless/arguments/analysis-options.ts';
import type { CommandInput } from '../../../src/headless/command.ts';
import type { ApiClient } from '../../../src/server/client/api-client.ts';

const requestOf = (values: Record<string, string>) =>
  analysisRequest({ values: { modules: 'ocr', ...values } } as unknown as CommandInput)({} as ApiClient);

test('languages of text on screen are sent if they are given', async () => {
  expect(await requestOf({})).toEqual({ modules: ['ocr'] });
  expect(await requestOf({ 'text-language': 'ru, de' })).toEqual({ modules: ['ocr'], text_languages: ['ru', 'de'] });
  expect(await requestOf({ 'text-language': 'auto' })).toEqual({ modules: ['ocr'], text_languages: [] });
  expect(() => requestOf({ 'text-language': 'ru,xx' })).toThrow('“xx” is not one of en, fr, de');
});

test('tracks are chosen by number, or left to the analysis', async () => {
  expect(await requestOf({ 'audio-track': '1, 3', 'video-track': '2' })).toMatchObject({
    audio_tracks: [1, 3],
    video_track: 2,
  });
  expect(await requestOf({ 'audio-track': 'auto', 'video-track': 'auto' })).toMatchObject({
    audio_tracks: null,
    video_track: null,
  });
  for (const wrong of ['0', 'x', '1,', '']) expect(() => requestOf({ 'audio-track': wrong })).toThrow('--audio-track');
  expect(() => requestOf({ 'video-track': '1,2' })).toThrow('one number');
});
