import { visibleControls } from '../../base/visible-controls.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Results } from '../../contract/analysis/results.ts';
import { presentationOf } from '../modules/module-display.ts';
import type { EdlColor, OtioColor } from '../modules/module-presentation.ts';
import { type FrameRate, frameAt } from './frame-rate.ts';

/** Type of finding, or another origin of a marker; `heading` is one of a story. */
type MarkerKind = ModuleName | 'moment' | 'heading';

/** A finding, moment, or heading as a marker of an editing program. */
export interface Marker {
  /** Seconds. */
  start: number;
  end: number;
  kind: MarkerKind;
  /** One line. */
  name: string;
  /** Several lines; empty without one. */
  note: string;
  /** Citation ID, in recorded exports. */
  citation?: string;
}

/** Markers that begin on the same frame, as one: programs show one marker per frame. */
export interface PlacedMarker {
  /** First frame from the start of what is marked, within it. */
  frame: number;
  /** Length in frames, at least 1. */
  frames: number;
  /** At least one, the most important first. */
  markers: readonly [Marker, ...Marker[]];
}

/** A marker's name longer than this is cut: editing programs show one line of it. */
const NAME_MAX = 120;
/** Longest note of a marker. */
const NOTE_MAX = 4000;

/** The findings and moments as markers, in time order. */
export function markersOf(results: Results): Marker[] {
  const findings = results.segments.map(
    ({ start_time, end_time, module, content, citation }): Marker => ({
      start: start_time,
      end: Math.max(end_time, start_time),
      kind: module,
      name: oneLine(content),
      note: '',
      ...(citation !== undefined && { citation }),
    }),
  );
  const moments = (results.moments ?? []).map(
    ({ start_time, end_time, title, note, tags }): Marker => ({
      start: start_time,
      end: Math.max(end_time ?? start_time, start_time),
      kind: 'moment',
      name: oneLine(title),
      note: [note, tags.map((tag) => `#${tag}`).join(' ')].filter(Boolean).join('\n'),
    }),
  );
  return [...findings, ...moments].sort((a, b) => a.start - b.start);
}

/**
 * Places markers on whole frames, one per frame; those past the last frame are on it. In order. Pure.
 * @param origin seconds at which the first frame begins
 * @param frames number of frames that are marked
 */
export function placeMarkers(
  markers: readonly Marker[],
  rate: FrameRate,
  { origin, frames }: { origin: number; frames: number },
): PlacedMarker[] {
  const first = frameAt(origin, rate);
  const within = (time: number) => Math.min(Math.max(frameAt(time, rate) - first, 0), frames - 1);
  const byFrame = Map.groupBy(markers, ({ start }) => within(start));
  return [...byFrame]
    .sort(([a], [b]) => a - b)
    .map(([frame, own]) => {
      const [main, ...others] = own.toSorted((a, b) => rank(a) - rank(b));
      const end = Math.max(...own.map((marker) => frameAt(marker.end, rate) - first));
      return { frame, frames: Math.max(1, Math.min(end, frames) - frame), markers: [main!, ...others] };
    });
}

/** Chapters and headings name what follows, and moments are the user's. */
function rank({ kind }: Marker): number {
  return kind === 'heading' ? 0 : kind === 'chapters' ? 1 : kind === 'moment' ? 2 : 3;
}

/** Whether programs show it as the start of a chapter. */
export function isChapter({ markers: [{ kind }] }: PlacedMarker): boolean {
  return kind === 'chapters' || kind === 'heading';
}

/** Names of a placed marker's parts in one line. */
export function markerName({ markers }: PlacedMarker): string {
  return shorten([...new Set(markers.map(({ name }) => name))].filter(Boolean).join(' · '), NAME_MAX);
}

/** Kinds, citations, and notes of a placed marker; of several, their names as well. A line for each. */
export function noteOf({ markers }: PlacedMarker): string {
  const lines = markers.map(({ kind, name, note, citation }) =>
    [markers.length > 1 ? `${kind}: ${name}` : kind, citation, note].filter(Boolean).join(' '),
  );
  return shorten(visibleControls(lines.join('\n')), NOTE_MAX);
}

/** Color of a marker in DaVinci Resolve. */
export function edlColorOf({ markers: [{ kind }] }: PlacedMarker): EdlColor {
  return kind === 'moment' ? 'Mint' : kind === 'heading' ? 'Sky' : presentationOf(kind).edlColor;
}

/** Color of a marker in OpenTimelineIO. */
export function otioColorOf({ markers: [{ kind }] }: PlacedMarker): OtioColor {
  return kind === 'moment' ? 'GREEN' : kind === 'heading' ? 'BLUE' : presentationOf(kind).otioColor;
}

/** A text in one line, as fields of editing programs require; what reorders it becomes visible. */
export function oneLine(text: string): string {
  return visibleControls(text.replace(/[\s\p{Cc}]+/gu, ' ').trim());
}

/** Cuts a text to `length` UTF-16 units. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

/**
 * Escapes text for XML and HTML, in elements and attributes. Control characters, most of which XML 1.0 forbids, and
 * those that reorder text become visible.
 */
export function escapeMarkup(text: string): string {
  return visibleControls(text.toWellFormed())
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}
