import { expect, test } from 'vitest';
import { parsePlace, recordingFromTags } from '../../src/media/recording.ts';

const read = (tags: Record<string, string>, hasTimedMetadata = false) =>
  recordingFromTags(tags, tags, hasTimedMetadata);

test('reads time with its zone, camera, and place of a phone', () => {
  const recording = read({
    'com.apple.quicktime.creationdate': '2024-05-01T12:34:56+0200',
    'com.apple.quicktime.make': 'Apple',
    'com.apple.quicktime.model': 'iPhone 15',
    'com.apple.quicktime.location.ISO6709': '+48.1374+011.5755+519.000/',
    creation_time: '2024-05-01T10:34:56.000000Z',
    encoder: 'Lavf61',
  });
  expect(recording).toEqual({
    captured: { time: '2024-05-01T12:34:56', zone: '+02:00', tag: 'com.apple.quicktime.creationdate' },
    camera: { make: 'Apple', model: 'iPhone 15' },
    place: { latitude: 48.1374, longitude: 11.5755, altitude: 519, text: '+48.1374+011.5755+519.000/' },
    tags: {
      'com.apple.quicktime.creationdate': '2024-05-01T12:34:56+0200',
      'com.apple.quicktime.make': 'Apple',
      'com.apple.quicktime.model': 'iPhone 15',
      creation_time: '2024-05-01T10:34:56.000000Z',
      encoder: 'Lavf61',
    },
    has_timed_metadata: false,
  });
});

test.each([
  ['2024-05-01T10:34:56.000000Z', { time: '2024-05-01T10:34:56', zone: 'Z' }],
  ['2024:05:01 10:34:56', { time: '2024-05-01T10:34:56', zone: null }],
  ['2024-05-01', { time: '2024-05-01T00:00:00', zone: null }],
  ['1904-01-01T00:00:00.000000Z', null],
  ['2024-02-30T10:00:00Z', null],
  ['yesterday', null],
])('reads the time %s', (text, expected) => {
  const { captured } = read({ creation_time: text });
  expect(captured && { time: captured.time, zone: captured.zone }).toEqual(expected);
});

test.each([
  ['+48.1374+011.5755/', 48.1374, 11.5755, null],
  ['-33.8568+151.2153+12.5/', -33.8568, 151.2153, 12.5],
  ['+4808.244+01134.53/', 48.1374, 11.5755, null],
  ['+480814.64-0113431.8CRSWGS_84/', 48.137_4, -11.575_5, null],
])('reads the place %s', (text, latitude, longitude, altitude) => {
  const place = parsePlace(text)!;
  expect(place.latitude).toBeCloseTo(latitude, 4);
  expect(place.longitude).toBeCloseTo(longitude, 4);
  expect(place.altitude).toBe(altitude);
});

test.each(['', 'Munich', '+91.0+000.0/', '+48.1', '+48.1+181.0/', '+4899.0+01100.0/'])(
  'refuses the place “%s”',
  (text) => {
    expect(parsePlace(text)).toBeNull();
  },
);

test('a place that can’t be read may still be there', () => {
  expect(read({ location: 'Munich' })).toMatchObject({ place: null, has_timed_metadata: true, tags: {} });
  expect(read({ title: 'x' }, true).has_timed_metadata).toBe(true);
  expect(read({ title: 'x' }).has_timed_metadata).toBe(false);
});

test('limits tags, which a file states', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`tag${i}`, 'x'.repeat(9000)]));
  const { tags } = read({ ...many, make: 'm'.repeat(9000) });
  expect(Object.keys(tags)).toHaveLength(64);
  expect(Math.max(...Object.values(tags).map((value) => value.length))).toBe(500);
});
