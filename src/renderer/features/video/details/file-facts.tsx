import type { ReactNode } from 'react';
import type { MediaDetails } from '../../../../contract/library/media-details.ts';
import type { Video } from '../../../../contract/library/video.ts';
import { codecName, containerName } from '../../../../core/texts/media-names.ts';
import { CopyText } from '../../../ui/controls/copy-text.tsx';
import type { Formats } from '../../../ui/lib/formats.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { useVideoText } from '../text.ts';
import { useEvidenceText } from './evidence-text.ts';
import styles from './panel.module.css';
import { cameraText, captureText, placeText, timecodeText } from './recording-texts.ts';

/** The file, as it was imported, and its statements about the recording. */
export function FileFacts({ video, facts }: { video: Video; facts: MediaDetails | undefined }) {
  const t = useVideoText();
  const own = useEvidenceText();
  const formats = useFormats();
  const stream = facts?.video;
  const sound = facts?.audio;
  const recording = facts?.recording;
  const size = formats.bytes(video.file_size);
  const none = facts && t('fact.none');
  const lines: [string, ReactNode][] = [
    [own('fact.originalName'), facts?.original_name],
    [t('fact.size'), video.file_size < 1000 ? size : own('fact.bytes', { size, count: video.file_size })],
    [t('fact.duration'), formats.position(video.duration)],
    [t('fact.container'), facts?.container && containerName(facts.container, facts.original_name ?? video.name)],
    [t('fact.picture'), stream ? `${stream.width} × ${stream.height}, ${codecName(stream.codec)}` : none],
    [
      t('fact.frameRate'),
      stream?.frame_rate ? t('fact.perSecond', { count: formats.number(stream.frame_rate) }) : null,
    ],
    [t('fact.timecode'), facts?.start_timecode && timecodeText(facts.start_timecode, t, formats)],
    [
      t('fact.sound'),
      sound ? `${codecName(sound.codec)}, ${formats.number(sound.sample_rate / 1000)} kHz, ${sound.channels} ch` : none,
    ],
    ...trackLines(facts, t, formats),
    [own('fact.captured'), recording?.captured && captureText(recording.captured, own, formats)],
    [own('fact.camera'), recording?.camera && cameraText(recording.camera)],
    [
      own('fact.place'),
      recording?.place && <CopyText label={own('fact.place')} text={placeText(recording.place)} hideLabel />,
    ],
    [
      'SHA-256',
      facts &&
        (facts.sha256 === null ? own('fact.hashing') : <CopyText label="SHA-256" text={facts.sha256} hideLabel />),
    ],
    [t('fact.added'), formats.date(video.created_at)],
    [t('fact.took'), video.processing_time > 0 ? formats.span(video.processing_time) : null],
  ];
  const tags = Object.entries(recording?.tags ?? {});
  const isStated = Boolean(recording?.captured || recording?.camera || recording?.place);
  return (
    <>
      <dl className={styles.facts}>
        {lines.map(([name, value]) => value && <Fact key={name} name={name} value={value} />)}
      </dl>
      {isStated && <p className={styles.factNote}>{own('fact.stated')}</p>}
      {tags.length > 0 && (
        <details className={styles.tags}>
          <summary>{own('fact.tags', { count: tags.length })}</summary>
          <dl className={styles.facts}>
            {tags.map(([name, value]) => (
              <Fact key={name} name={name} value={value} />
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

/** Tracks of a file that has several of a kind, and their use by the analysis. */
function trackLines(
  facts: MediaDetails | undefined,
  t: ReturnType<typeof useVideoText>,
  formats: Formats,
): [string, ReactNode][] {
  const { audio = [], video = [] } = facts?.tracks ?? {};
  const use = facts?.track_use;
  const line = (all: readonly (string | null | false | undefined)[]) => all.filter(Boolean).join(', ');
  const isRead = (number: number) => use?.video === number;
  return [
    ...(video.length < 2 ? [] : video).map((track): [string, ReactNode] => [
      t('fact.videoTrack', { number: track.number }),
      line([
        track.title,
        `${track.width} × ${track.height}`,
        codecName(track.codec),
        track.is_decodable
          ? use && t(isRead(track.number) ? 'track.analyzed' : 'track.notAnalyzed')
          : t('track.undecodable'),
      ]),
    ]),
    ...(audio.length < 2 ? [] : audio).map((track): [string, ReactNode] => {
      const state = use?.audio.find(({ number }) => number === track.number)?.state;
      return [
        t('fact.audioTrack', { number: track.number }),
        line([
          track.title,
          track.language && formats.language(track.language),
          codecName(track.codec),
          `${track.channels} ch`,
          state ? t(`track.${state}`) : !track.is_decodable && t('track.undecodable'),
        ]),
      ];
    }),
  ];
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}
