import { AVMEDIA_TYPE_DATA } from 'node-av/constants';
import type { Recording } from '../contract/library/recording.ts';
import type { MediaInput } from './input.ts';

/** Limits for tags, which an untrusted file states. */
const MAX_TAGS = 64;
const MAX_TAG_LENGTH = 500;

/** Earlier years are the start of a container's clock, written by devices that don't know the time. */
const MIN_YEAR = 1980;

/** Tags of each fact, the most reliable first; compared without case. */
const CAPTURE_TAGS = ['com.apple.quicktime.creationdate', 'date_recorded', 'creation_time', 'date'];
const MAKE_TAGS = ['com.apple.quicktime.make', 'com.android.manufacturer', 'make', 'manufacturer'];
const MODEL_TAGS = ['com.apple.quicktime.model', 'com.android.model', 'model'];
const PLACE_TAG = /location|gps|latitude|longitude|geo|^xyz$/i;

/** Returns when, with what, and where a file was recorded, as its tags state. */
export function recordingOf(input: MediaInput): Recording {
  const container = input.context.metadata?.getAll() ?? {};
  return recordingFromTags(
    // Some cameras state their facts in the video track.
    { ...input.video?.metadata?.getAll(), ...container },
    container,
    input.context.streams.some(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_DATA),
  );
}

/**
 * Interprets the tags of a file. Pure.
 * @param all tags of the container and its video track
 * @param container tags of the container alone, which are returned
 */
export function recordingFromTags(
  all: Readonly<Record<string, string>>,
  container: Readonly<Record<string, string>>,
  hasTimedMetadata: boolean,
): Recording {
  const find = (names: readonly string[]): { tag: string; value: string } | undefined => {
    const byName = new Map(Object.entries(all).map(([tag, value]) => [tag.toLowerCase(), { tag, value }]));
    return names.map((name) => byName.get(name)).find((found) => found !== undefined && found.value.trim() !== '');
  };
  const captured = CAPTURE_TAGS.map((name) => find([name])).flatMap((found) => {
    const time = found && parseTime(found.value);
    return time ? [{ ...time, tag: found.tag }] : [];
  })[0];
  const make = find(MAKE_TAGS)?.value.trim() ?? null;
  const model = find(MODEL_TAGS)?.value.trim() ?? null;
  const places = Object.entries(all).filter(([tag]) => /location/i.test(tag));
  const place = places.map(([, value]) => parsePlace(value)).find((found) => found !== null) ?? null;
  const isPlaceUnreadable = place === null && Object.keys(all).some((tag) => PLACE_TAG.test(tag));
  const tags = Object.entries(container)
    .filter(([tag]) => !PLACE_TAG.test(tag))
    .slice(0, MAX_TAGS)
    .map(([tag, value]) => [tag.slice(0, MAX_TAG_LENGTH), value.slice(0, MAX_TAG_LENGTH)]);
  return {
    captured: captured ?? null,
    camera: make === null && model === null ? null : { make: clip(make), model: clip(model) },
    place,
    tags: Object.fromEntries(tags) as Record<string, string>,
    has_timed_metadata: hasTimedMetadata || isPlaceUnreadable,
  };
}

function clip(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_TAG_LENGTH);
}

const TIME =
  /^(\d{4})[-:](\d{2})[-:](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Parses a date with an optional time and zone; undefined for other text and for clocks that were not set. */
function parseTime(text: string): { time: string; zone: string | null } | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = TIME.exec(text.trim()) ?? [];
  if (year === undefined || Number(year) < MIN_YEAR) return undefined;
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // Dates that don't exist, such as February 30, move to another day.
  if (Number.isNaN(Date.parse(`${time}Z`)) || new Date(`${time}Z`).toISOString().slice(0, 19) !== time)
    return undefined;
  return { time, zone: zone === undefined ? null : zoneOf(zone) };
}

function zoneOf(zone: string): string {
  if (/^(z|utc)$/i.test(zone)) return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** Latitude, longitude, and altitude with their signs (ISO 6709, annex H); a reference system may follow. */
const PLACE = /^([+-])(\d+)(\.\d+)?([+-])(\d+)(\.\d+)?(?:([+-]\d+(?:\.\d+)?))?(?:CRS[\w:-]{1,40})?\/?$/;

/** Parses a position in ISO 6709; null for other text and for places that don't exist. Pure. */
export function parsePlace(text: string): Recording['place'] {
  const trimmed = text.trim();
  const [, latSign, latDigits = '', latRest = '', lonSign, lonDigits = '', lonRest = '', altitude] =
    PLACE.exec(trimmed.slice(0, MAX_TAG_LENGTH)) ?? [];
  const latitude = degrees(latSign, latDigits, latRest, 2);
  const longitude = degrees(lonSign, lonDigits, lonRest, 3);
  if (latitude === undefined || longitude === undefined) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude, altitude: altitude === undefined ? null : Number(altitude), text: trimmed };
}

/** Degrees, or degrees with minutes (and seconds), by the number of digits. @param width digits of the degrees */
function degrees(sign: string | undefined, digits: string, rest: string, width: number): number | undefined {
  const parts = digits.length - width;
  if (sign === undefined || (parts !== 0 && parts !== 2 && parts !== 4)) return undefined;
  const numbers = [digits.slice(0, width), digits.slice(width, width + 2), digits.slice(width + 2)].filter(Boolean);
  const values = numbers.map((number, i) => Number(i === numbers.length - 1 ? number + rest : number));
  const [whole = 0, minutes = 0, seconds = 0] = values;
  if (minutes >= 60 || seconds >= 60) return undefined;
  const value = whole + minutes / 60 + seconds / 3600;
  return Math.round((sign === '-' ? -value : value) * 1e6) / 1e6 || 0;
}
