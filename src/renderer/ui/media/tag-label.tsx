import type { Tag } from '../../../contract/library/tags.ts';
import { cx } from '../lib/classes.ts';
import { tagColor } from '../lib/texts/tag-color.ts';
import styles from './tag-label.module.css';

/** Dot in the color of a tag. */
export function TagDot({ color }: Pick<Tag, 'color'>) {
  return <span aria-hidden className={styles.dot} style={{ background: tagColor(color) }} />;
}

/** Name of a tag with its color. */
export function TagLabel({ tag, className }: { tag: Tag; className?: string }) {
  return (
    <span className={cx(styles.tag, className)}>
      <TagDot color={tag.color} />
      <bdi className={styles.name}>{tag.name}</bdi>
    </span>
  );
}
