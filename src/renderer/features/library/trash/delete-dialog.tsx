import { useState } from 'react';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import { useTrashText } from '../../../ui/lib/texts/trash-text.ts';

export interface TrashItem {
  kind: 'video' | 'moment' | 'story';
  id: string;
  title: string;
  /** @param withFile also deletes the stored file of a video */
  remove(withFile: boolean): Promise<void>;
}

/** Asks before something in the trash is deleted for good. */
export function DeleteDialog({
  item: { kind, title },
  onClose,
  onDelete,
}: {
  item: TrashItem;
  onClose(): void;
  onDelete(withFile: boolean): void;
}) {
  const t = useTrashText();
  const [withFile, setWithFile] = useState(true);
  return (
    <Confirm
      onClose={onClose}
      title={t('delete.title', { title })}
      description={
        <>
          <p>{t(`delete.${kind}`)}</p>
          {kind === 'video' && (
            <Checkbox label={t('delete.file')} hint={t('delete.fileHint')} checked={withFile} onChange={setWithFile} />
          )}
        </>
      }
      confirm={t('delete')}
      onConfirm={() => onDelete(withFile)}
    />
  );
}
