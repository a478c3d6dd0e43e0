import type { MediaDetails } from '../../../../contract/media-details.ts';
import type { Video } from '../../../../contract/video.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { useVideoText } from '../text.ts';
import styles from './panel.module.css';

/** Metadata of the file. */
export function FileFacts({ video, facts }: { video: Video; facts: MediaDetails | undefined }) {
  const t = useVideoText();
  const formats = useFormats();
  const picture = facts?.video;
  const sound = facts?.audio;
  const lines: [string, string][] = [
    [t('fact.duration'), formats.position(video.duration)],
    [t('fact.size'), formats.bytes(video.file_size)],
    [t('fact.picture'), picture ? `${picture.width} × ${picture.height}, ${picture.codec}` : t('fact.none')],
    ...(picture && picture.frame_rate > 0
      ? [[t('fact.frameRate'), t('fact.perSecond', { count: formats.number(picture.frame_rate) })] as [string, string]]
      : []),
    [
      t('fact.sound'),
      sound ? `${sound.codec}, ${formats.number(sound.sample_rate / 1000)} kHz, ${sound.channels} ch` : t('fact.none'),
    ],
    [t('fact.container'), facts?.container ?? ''],
    [t('fact.added'), formats.date(video.created_at)],
    ...(video.processing_time > 0 ? [[t('fact.took'), formats.span(video.processing_time)] as [string, string]] : []),
  ];
  return (
    <dl className={styles.facts}>
      {lines.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
