import { ArrowRight, AudioLines, Bookmark, Film } from 'lucide-react';
import type { ReactNode } from 'react';
import { isAudioFile, type Video } from '../../../../contract/library/video.ts';
import type { Moment as MarkedMoment } from '../../../../contract/search/moments.ts';
import { useThumbnailUrls } from '../../../api/queries.ts';
import { cx } from '../../../ui/lib/classes.ts';
import type { Command } from '../../../ui/lib/commands.ts';
import { useMessages } from '../../../ui/lib/messages.ts';
import { showShortcut } from '../../../ui/lib/show-shortcut.ts';
import { snippet } from '../../../ui/lib/snippet.ts';
import { position } from '../../../ui/lib/use-formats.ts';
import { ModuleIcon, moduleIcon } from '../../../ui/media/module-icon.tsx';
import { Still } from '../../../ui/media/still.tsx';
import { MarkedText } from '../hits/marked-text.tsx';
import { type Moment, stillTime } from '../moments.ts';
import styles from './palette.module.css';

type Words = readonly string[];

/** Command with its icon, group, and shortcut. */
export function CommandRow({ command, words, withGroup }: { command: Command; words: Words; withGroup: boolean }) {
  const { icon: Icon, label, group, shortcut } = command;
  return (
    <>
      <Sign>
        <Icon aria-hidden size={16} strokeWidth={1.75} />
      </Sign>
      <span className={cx(styles.text, styles.clip)}>
        <MarkedText text={label} words={words} match="parts" />
        {withGroup && <span className={styles.group}> {group}</span>}
      </span>
      {shortcut !== undefined && <kbd className={styles.key}>{showShortcut(shortcut)}</kbd>}
    </>
  );
}

/** Video by its name. */
export function VideoRow({ video, words }: { video: Video; words: Words }) {
  const thumbnails = useThumbnailUrls();
  return (
    <>
      <Still
        className={styles.still}
        src={thumbnails?.poster(video) ?? null}
        icon={isAudioFile(video) ? AudioLines : Film}
      />
      <span className={styles.text}>
        <span className={styles.clip}>
          <MarkedText text={video.name} words={words} match="parts" />
        </span>
      </span>
      <span className={styles.time}>{position(video.duration)}</span>
    </>
  );
}

/** Moment that the user marked. */
export function MarkedRow({ moment, words }: { moment: MarkedMoment; words: Words }) {
  const thumbnails = useThumbnailUrls();
  return (
    <>
      <Still
        className={styles.still}
        src={thumbnails?.near(moment.job_id, moment.start_time) ?? null}
        icon={Bookmark}
      />
      <span className={styles.text}>
        <span className={styles.clip}>
          <MarkedText text={moment.title} words={words} />
        </span>
        <span className={styles.second} dir="auto">
          {moment.video_title}
        </span>
      </span>
      <span className={styles.time}>{position(moment.start_time)}</span>
    </>
  );
}

/** Moment that the search found. */
export function MomentRow({ moment, videoName, words }: { moment: Moment; videoName: string; words: Words }) {
  const messages = useMessages();
  const thumbnails = useThumbnailUrls();
  const hit = moment.hits[0]!;
  return (
    <>
      <Still
        className={styles.still}
        src={thumbnails?.near(moment.jobId, stillTime(hit)) ?? null}
        icon={moduleIcon(hit.module)}
      />
      <span className={styles.text}>
        <span className={styles.first}>
          <ModuleIcon name={hit.module} />
          <span className={styles.clip}>
            <MarkedText text={snippet(messages.segment(hit).content, words)} words={words} />
          </span>
        </span>
        <span className={styles.second} dir="auto">
          {videoName}
        </span>
      </span>
      <span className={styles.time}>{position(moment.time)}</span>
    </>
  );
}

/** Link to the page of results. */
export function AllRow({ text }: { text: string }) {
  return (
    <>
      <Sign>
        <ArrowRight aria-hidden size={16} strokeWidth={1.75} />
      </Sign>
      <span className={cx(styles.text, styles.clip)}>{text}</span>
    </>
  );
}

function Sign({ children }: { children: ReactNode }) {
  return <span className={styles.sign}>{children}</span>;
}
