import { fcpxmlDocument, fcpxmlTime } from '../fcpxml-parts.ts';
import { canDrop, type FrameRate } from '../frame-rate.ts';
import { escapeMarkup, isChapter, markerName, noteOf, oneLine, type PlacedMarker } from '../markers.ts';
import { startAt } from '../timecode.ts';
import {
  filesOf,
  framesOfFile,
  isSameRate,
  largestPicture,
  type PlacedClip,
  placeClips,
  rateOfFile,
  type Sequence,
  type SequenceFile,
  type SequenceSettings,
} from './sequence.ts';

/**
 * A sequence as Final Cut Pro XML 1.9 (Apple, DTD of that version; also read by DaVinci Resolve): one asset with a
 * format of its own per file, one clip per part; chapters and headings are chapter markers, the rest markers. Positions
 * lie on frames of the sequence, starts on frames of their file, in its timecode; no clip ends after its asset.
 */
export function sequenceToFcpxml(sequence: Sequence, { rate, startFrame = 0 }: SequenceSettings): string {
  const clips = placeClips(sequence.clips, rate);
  const files = filesOf(clips);
  const ids = new Map(files.map(({ jobId }, index) => [jobId, `r${index * 2 + 3}`]));
  const resources = files.map((file, index) => fcpxmlAsset(file, `r${index * 2 + 2}`, ids.get(file.jobId)!, rate));
  const spine = clips.map((clip) => fcpxmlClip(clip, ids.get(clip.file.jobId)!, { rate, startFrame }));
  const last = clips.at(-1);
  return fcpxmlDocument({
    name: sequence.title,
    resources: [
      `    <format id="r1" frameDuration="${fcpxmlTime([1, rate])}"${sizeOf(largestPicture(clips))}/>`,
      ...resources,
    ],
    duration: fcpxmlTime([last ? last.recordFrame + last.frames : 0, rate]),
    tcStart: fcpxmlTime([startFrame, rate]),
    tcFormat: counting(rate),
    spine,
  });
}

/** A part of a file. @param startFrame first frame of what contains it */
export function fcpxmlClip(
  clip: PlacedClip,
  asset: string,
  { rate, startFrame }: { rate: FrameRate; startFrame: number },
): string {
  const { file, frames, recordFrame } = clip;
  const fileRate = rateOfFile(file, rate);
  const first = startAt(file.start, fileRate);
  const start = [first.frame + clip.fileFrame, fileRate] as const;
  const name = escapeMarkup(oneLine(clip.title) || file.name);
  const times = `offset="${fcpxmlTime([startFrame + recordFrame, rate])}" name="${name}" start="${fcpxmlTime(start)}" duration="${fcpxmlTime([frames, rate])}"`;
  return [
    `            <asset-clip ref="${asset}" ${times} tcFormat="${file.start ? counting(first.rate) : 'NDF'}">`,
    ...(clip.note === '' ? [] : [`              <note>${escapeMarkup(clip.note)}</note>`]),
    ...(isSameRate(fileRate, rate) ? [] : ['              <conform-rate scaleEnabled="0"/>']),
    ...clip.markers.map((marker) => markerOf(marker, fcpxmlTime(start, [marker.frame, rate]), rate)),
    '            </asset-clip>',
  ].join('\n');
}

function markerOf(marker: PlacedMarker, start: string, rate: FrameRate): string {
  const at = `start="${start}" duration="${fcpxmlTime([1, rate])}"`;
  // A line break in an attribute is read as a space.
  const note = ` note="${escapeMarkup(noteOf(marker)).replaceAll('\n', '&#10;')}"`;
  // The title of a chapter stands alone, as players show it.
  if (isChapter(marker)) {
    const title = escapeMarkup(marker.markers[0].name);
    return `              <chapter-marker ${at} value="${title}"${note} posterOffset="0s"/>`;
  }
  return `              <marker ${at} value="${escapeMarkup(markerName(marker))}"${note}/>`;
}

/** Asset and format of a file. */
export function fcpxmlAsset(file: SequenceFile, format: string, asset: string, sequenceRate: FrameRate): string {
  const { name, video, audioChannels, url } = file;
  const rate = rateOfFile(file, sequenceRate);
  const start = fcpxmlTime([startAt(file.start, rate).frame, rate]);
  const length = fcpxmlTime([framesOfFile(file, sequenceRate), rate]);
  const sound = audioChannels > 0 ? ` hasAudio="1" audioSources="1" audioChannels="${audioChannels}"` : '';
  const kinds = `${video ? ` hasVideo="1" format="${format}"` : ''}${sound}`;
  return [
    ...(video ? [`    <format id="${format}" frameDuration="${fcpxmlTime([1, rate])}"${sizeOf(video)}/>`] : []),
    `    <asset id="${asset}" name="${escapeMarkup(name)}" start="${start}" duration="${length}"${kinds}>`,
    `      <media-rep kind="original-media" src="${escapeMarkup(url ?? encodeURIComponent(name))}"/>`,
    '    </asset>',
  ].join('\n');
}

/** Attributes of a frame size; none where it is unknown. */
export function sizeOf(video: SequenceFile['video'] | undefined): string {
  return video && video.width > 0 && video.height > 0 ? ` width="${video.width}" height="${video.height}"` : '';
}

/** Counting of timecode. */
export function counting(rate: FrameRate): 'DF' | 'NDF' {
  return rate.drop && canDrop(rate) ? 'DF' : 'NDF';
}
