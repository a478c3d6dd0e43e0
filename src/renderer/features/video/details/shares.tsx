import type { CSSProperties, ReactNode } from 'react';
import type { TalkTime } from '../../../../core/transcript/talk-time.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { usePlayer } from '../player/player-store.ts';
import styles from './panel.module.css';

/** Section of durations and their shares of the whole; nothing without any. */
export function Shares({ title, shares }: { title: string; shares: readonly (TalkTime & { hue: number })[] }) {
  const formats = useFormats();
  if (shares.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.speakers}>
        {shares.map(({ id, seconds, share, ...rest }) => (
          <ShareBar
            key={id}
            facts={`${formats.lasting(seconds)} · ${formats.percent(share)}`}
            share={share}
            {...rest}
          />
        ))}
      </ul>
    </section>
  );
}

/** Row of a list of shares: name, facts, and a bar of a share's length; leads to a time of the video. */
export function ShareBar(props: { name: ReactNode; facts: ReactNode; share: number; hue: number; start: number }) {
  const { name, facts, share, hue, start } = props;
  const player = usePlayer();
  return (
    <li>
      <button type="button" className={styles.talk} onClick={() => player.seek(start)}>
        <bdi className={styles.talkName}>{name}</bdi>
        <span className={styles.talkTime}>{facts}</span>
        <span className={styles.talkBar} style={{ '--share': share, '--hue': hue } as CSSProperties} />
      </button>
    </li>
  );
}
