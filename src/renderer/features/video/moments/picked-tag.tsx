import { Plus, X } from 'lucide-react';
import { type CountedTag, TAG_COLORS } from '../../../../contract/library/tags.ts';
import { api } from '../../../api/endpoints.ts';
import { MOMENTS, queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Menu } from '../../../ui/controls/menu.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useMomentText } from '../../../ui/lib/texts/moment-text.ts';
import { tagColor } from '../../../ui/lib/texts/tag-color.ts';
import { TagDot } from '../../../ui/media/tag-label.tsx';
import styles from './moments.module.css';

/** A chosen tag; its dot opens the colors. */
export function PickedTag({
  name,
  known,
  onRemove,
  onDeleted,
}: {
  name: string;
  known: CountedTag | undefined;
  onRemove(): void;
  onDeleted(): void;
}) {
  const t = useMomentText();
  const change = async (work: Promise<unknown>) => {
    try {
      await work;
      invalidate(queries.tags.queryKey, MOMENTS);
    } catch (error) {
      toast(t('failed', { reason: errorText(error) }), { tone: 'bad' });
    }
  };
  return (
    <span className={styles.picked}>
      {known ? (
        <Menu
          align="start"
          entries={[
            { heading: t('color') },
            ...TAG_COLORS.map((color) => ({
              label: t(`color.${color}`),
              dot: tagColor(color),
              checked: known.color === color,
              onSelect: () => void change(api.tags.update(known.id, { color })),
            })),
            { separator: true as const },
            {
              label: t('tags.delete'),
              danger: true,
              onSelect: () => {
                onDeleted();
                void change(api.tags.remove(known.id));
              },
            },
          ]}
        >
          <button type="button" className={styles.pickedColor} aria-label={t('color.of', { name })}>
            <TagDot color={known.color} />
          </button>
        </Menu>
      ) : (
        <Plus aria-hidden size={12} strokeWidth={2} />
      )}
      <bdi className={styles.tagName}>{name}</bdi>
      <button type="button" className={styles.pickedRemove} aria-label={t('tags.remove', { name })} onClick={onRemove}>
        <X aria-hidden size={12} strokeWidth={2} />
      </button>
    </span>
  );
}
