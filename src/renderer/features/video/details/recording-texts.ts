import type { Recording } from '../../../../contract/library/recording.ts';
import type { StartTimecode } from '../../../../contract/library/start-timecode.ts';
import type { Formats } from '../../../ui/lib/formats.ts';
import type { useVideoText } from '../text.ts';
import type { useEvidenceText } from './evidence-text.ts';

type Stated<Name extends keyof Recording> = NonNullable<Recording[Name]>;

/** Capture time in its own time zone, which is stated with it. */
export function captureText(
  { time, zone }: Stated<'captured'>,
  t: ReturnType<typeof useEvidenceText>,
  formats: Pick<Formats, 'wallTime'>,
): string {
  const date = formats.wallTime(time);
  if (zone === null) return t('fact.noZone', { date });
  return t('fact.zone', { date, zone: zone === 'Z' ? 'UTC' : `UTC${zone}` });
}

/** Make and model, without the make that many models repeat. */
export function cameraText({ make, model }: Stated<'camera'>): string {
  if (make !== null && model?.toLowerCase().startsWith(make.toLowerCase())) return model;
  return [make, model].filter((part) => part !== null).join(' ');
}

/** Coordinates as maps accept them, with the altitude. */
export function placeText({ latitude, longitude, altitude }: Stated<'place'>): string {
  const coordinates = `${latitude}, ${longitude}`;
  return altitude === null ? coordinates : `${coordinates}, ${altitude} m`;
}

/** Timecode with the rate at which it counts, unless that is in milliseconds. */
export function timecodeText(
  { timecode, frame_rate }: StartTimecode,
  t: ReturnType<typeof useVideoText>,
  formats: Pick<Formats, 'number'>,
): string {
  if (frame_rate === null) return timecode;
  return `${timecode}, ${t('fact.perSecond', { count: formats.number(frame_rate) })}`;
}
