import { fcpxmlDocument, fcpxmlTime } from '../fcpxml-parts.ts';
import { escapeMarkup } from '../markers.ts';
import { counting, fcpxmlAsset, fcpxmlClip, sizeOf } from '../sequence/fcpxml.ts';
import { filesOf, largestPicture, type SequenceSettings } from '../sequence/sequence.ts';
import { framesOf, type Multicam, placeAngles } from './multicam.ts';

/**
 * An event as Final Cut Pro XML 1.9: a multicam clip with an angle per file, in a project that
 * shows the first picture and plays the first sound.
 */
export function multicamToFcpxml(multicam: Multicam, { rate, startFrame = 0 }: SequenceSettings): string {
  const clips = placeAngles(multicam, { rate });
  const files = filesOf(clips);
  const assetOf = (index: number) => `r${index * 2 + 3}`;
  const media = `r${files.length * 2 + 2}`;
  const title = escapeMarkup(multicam.title);
  const duration = fcpxmlTime([framesOf(clips), rate]);
  const tcStart = fcpxmlTime([startFrame, rate]);
  const tcFormat = counting(rate);
  const angles = clips.map((clip, index) =>
    [
      `        <mc-angle name="${escapeMarkup(clip.file.name)}" angleID="angle-${index + 1}">`,
      ...(clip.recordFrame > 0
        ? [`          <gap name="Gap" offset="${tcStart}" duration="${fcpxmlTime([clip.recordFrame, rate])}"/>`]
        : []),
      fcpxmlClip(clip, assetOf(index), { rate, startFrame }),
      '        </mc-angle>',
    ].join('\n'),
  );
  const [picture, sound] = [
    clips.findIndex(({ file }) => file.video),
    clips.findIndex(({ file }) => file.audioChannels > 0),
  ];
  const source = (index: number, use: 'all' | 'video' | 'audio') =>
    index < 0 ? [] : [`              <mc-source angleID="angle-${index + 1}" srcEnable="${use}"/>`];
  const sources = picture === sound ? source(picture, 'all') : [...source(picture, 'video'), ...source(sound, 'audio')];
  return fcpxmlDocument({
    name: multicam.title,
    resources: [
      `    <format id="r1" frameDuration="${fcpxmlTime([1, rate])}"${sizeOf(largestPicture(clips))}/>`,
      ...files.map((file, index) => fcpxmlAsset(file, `r${index * 2 + 2}`, assetOf(index), rate)),
      `    <media id="${media}" name="${title}">`,
      `      <multicam format="r1" duration="${duration}" tcStart="${tcStart}" tcFormat="${tcFormat}">`,
      ...angles,
      '      </multicam>',
      '    </media>',
    ],
    duration,
    tcStart,
    tcFormat,
    spine: [
      `            <mc-clip ref="${media}" offset="${tcStart}" name="${title}" start="${tcStart}" duration="${duration}">`,
      ...sources,
      '            </mc-clip>',
    ],
  });
}
