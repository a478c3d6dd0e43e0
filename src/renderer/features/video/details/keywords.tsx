import { NAME_KINDS, type Segment } from '../../../../contract/analysis/segment.ts';
import { usePlayer } from '../player/player-store.ts';
import { useVideoText } from '../text.ts';
import styles from './panel.module.css';

/** Keywords, and below them the names that are mentioned, by their kind; each leads to its first occurrence. */
export function Keywords({ segments }: { segments: readonly Segment[] }) {
  const t = useVideoText();
  const player = usePlayer();
  const first = [...Map.groupBy(segments, ({ content }) => content).values()].map(([earliest]) => earliest!);
  const byKind = Map.groupBy(first, ({ data }) => data?.name_kind);
  return [undefined, ...NAME_KINDS].map((kind) => {
    const words = byKind.get(kind) ?? [];
    if (words.length === 0) return null;
    return (
      <section key={kind ?? ''} className={styles.section}>
        <h2 className={styles.heading}>{t(kind === undefined ? 'keywords' : `keywords.${kind}`)}</h2>
        <ul className={styles.words}>
          {words.map(({ id, content, start_time }) => (
            <li key={id}>
              <button type="button" className={styles.word} onClick={() => player.seek(start_time)}>
                <bdi>{content}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
