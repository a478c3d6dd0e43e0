import { expect, it } from 'vitest';
import { createTranslate } from '../../../../../src/base/translate.ts';
import {
  cameraText,
  captureText,
  placeText,
} from '../../../../../src/renderer/features/video/details/recording-texts.ts';
import en from '../../../../../src/renderer/locales/en/evidence.json' with { type: 'json' };
import { createFormats } from '../../../../../src/renderer/ui/lib/formats.ts';

const t = createTranslate<typeof en>(en, 'en');

it('shows the capture time as stated, whatever the time zone of this computer', () => {
  const formats = createFormats('en');
  const captured = { time: '2024-06-03T23:30:00', tag: 'creation_time' };
  expect(captureText({ ...captured, zone: '+02:00' }, t, formats)).toMatch(
    /^Jun 3, 2024, 11:30:00\sPM \(UTC\+02:00\)$/,
  );
  expect(captureText({ ...captured, zone: 'Z' }, t, formats)).toContain('(UTC)');
  expect(captureText({ ...captured, zone: null }, t, formats)).toContain('time zone not stated');
});

it('names a camera once', () => {
  expect(cameraText({ make: 'Apple', model: 'iPhone 15' })).toBe('Apple iPhone 15');
  expect(cameraText({ make: 'Canon', model: 'Canon EOS R5' })).toBe('Canon EOS R5');
  expect(cameraText({ make: null, model: 'X100' })).toBe('X100');
});

it('writes a place as maps read it', () => {
  const text = '+48.2082+016.3738/';
  expect(placeText({ latitude: 48.2082, longitude: 16.3738, altitude: null, text })).toBe('48.2082, 16.3738');
  expect(placeText({ latitude: -1.5, longitude: 2, altitude: 151, text })).toBe('-1.5, 2, 151 m');
});
