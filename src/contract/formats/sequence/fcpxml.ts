import { fcpxmlDocument, fcpxmlTime } from '../fcpxml-parts.ts';
import { canDrop, editingRate, exactRate, type FrameRate, frameAt } from '../frame-rate.ts';
import { escapeMarkup } from '../markers.ts';
import { filesOf, oneLine, placeClips, type Sequence, type SequenceFile } from './sequence.ts';

/**
 * A sequence as Final Cut Pro XML 1.9: one asset with a format of its own per file, one clip per part. Titles are markers,
 * headings chapter markers, notes notes. Positions lie on frames of the sequence, starts on frames of their file.
 */
export function sequenceToFcpxml(sequence: Sequence, rate: FrameRate): string {
  const tcFormat = rate.drop && canDrop(rate) ? 'DF' : 'NDF';
  const clips = placeClips(sequence.clips, rate);
  const files = filesOf(sequence.clips);
  const largest = files.flatMap(({ video }) => video ?? []).sort((a, b) => b.width * b.height - a.width * a.height)[0];
  const own = new Map(
    files.map((file, index) => [file.jobId, { asset: `r${index * 2 + 3}`, rate: rateOf(file, rate) }]),
  );
  const resources = files.map((file, index) => resourceOf(file, `r${index * 2 + 2}`, own.get(file.jobId)!));
  const spine = clips.map((clip) => {
    const { asset, rate: fileRate } = own.get(clip.file.jobId)!;
    const start = fcpxmlTime(frameAt(clip.start, fileRate), fileRate);
    const frame = fcpxmlTime(1, fileRate);
    const name = escapeMarkup(oneLine(clip.title) || clip.file.name);
    const isSame = fileRate.num * rate.den === rate.num * fileRate.den;
    return [
      `            <asset-clip ref="${asset}" offset="${fcpxmlTime(clip.recordFrame, rate)}" name="${name}" start="${start}" duration="${fcpxmlTime(clip.frames, rate)}" tcFormat="NDF">`,
      ...(clip.note === '' ? [] : [`              <note>${escapeMarkup(clip.note)}</note>`]),
      ...(isSame ? [] : ['              <conform-rate scaleEnabled="0"/>']),
      ...(clip.heading === undefined
        ? []
        : [
            `              <chapter-marker start="${start}" duration="${frame}" value="${escapeMarkup(oneLine(clip.heading))}" posterOffset="0s"/>`,
          ]),
      ...(clip.title === ''
        ? []
        : [
            `              <marker start="${start}" duration="${frame}" value="${escapeMarkup(oneLine(clip.title))}"/>`,
          ]),
      '            </asset-clip>',
    ].join('\n');
  });
  const size = largest ? ` width="${largest.width}" height="${largest.height}"` : '';
  const last = clips.at(-1);
  return fcpxmlDocument({
    name: sequence.title,
    resources: [`    <format id="r1" frameDuration="${fcpxmlTime(1, rate)}"${size}/>`, ...resources],
    duration: fcpxmlTime(last ? last.recordFrame + last.frames : 0, rate),
    tcFormat,
    spine,
  });
}

/** Audio counts in frames of the sequence. */
function rateOf({ video }: SequenceFile, sequenceRate: FrameRate): FrameRate {
  return video ? exactRate(editingRate(video.fps)) : sequenceRate;
}

function resourceOf(
  { name, duration, video, hasAudio }: SequenceFile,
  format: string,
  { asset, rate }: { asset: string; rate: FrameRate },
): string {
  const length = fcpxmlTime(Math.max(1, frameAt(duration, rate)), rate);
  const kinds = `${video ? ` hasVideo="1" format="${format}"` : ''}${hasAudio ? ' hasAudio="1"' : ''}`;
  return [
    ...(video
      ? [
          `    <format id="${format}" frameDuration="${fcpxmlTime(1, rate)}" width="${video.width}" height="${video.height}"/>`,
        ]
      : []),
    `    <asset id="${asset}" name="${escapeMarkup(name)}" start="0s" duration="${length}"${kinds}>`,
    `      <media-rep kind="original-media" src="${escapeMarkup(encodeURIComponent(name))}"/>`,
    '    </asset>',
  ].join('\n');
}
