import type { CSSProperties, ReactNode } from 'react';
import { usePlayer } from '../player/player-store.ts';
import styles from './panel.module.css';

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
