import { useQuery } from '@tanstack/react-query';
import { FolderSync, Plus } from 'lucide-react';
import { useState } from 'react';
import { ReelscopeError } from '../../../../contract/errors.ts';
import type { WatchFolder } from '../../../../contract/library/watch-folders.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx';
import { Confirm } from '../../../ui/layout/dialog.tsx';
import page from '../page.module.css';
import { runAction } from '../run-action.ts';
import { useSettingsText } from '../text.ts';
import { FolderFiles } from './folder-files.tsx';
import { FolderForm } from './folder-form.tsx';
import { folderName } from './folder-name.ts';
import { type Counted, FolderRow } from './folder-row.tsx';
import { useWatchFoldersText } from './watch-folders-text.ts';

/** Polling interval in milliseconds, since files arrive at any time. */
const POLL_MS = 3000;

/** Dialog that is open, for one folder or a new one. */
type Open =
  | { kind: 'form'; folder?: WatchFolder }
  | { kind: 'files'; folder: WatchFolder; first: Counted | null }
  | { kind: 'delete'; folder: WatchFolder };

const reload = () => invalidate(['watch-folders'], ['watched-files']);

/** Watch folders: list with states, form, and files. */
export function WatchFolders() {
  const t = useWatchFoldersText();
  const common = useSettingsText();
  const { data: folders, error, refetch } = useQuery({ ...queries.watchFolders, refetchInterval: POLL_MS });
  const [open, setOpen] = useState<Open | null>(null);
  if (!folders && error instanceof ReelscopeError && error.code === 'forbidden')
    return <Notice title={t('forbidden')}>{t('forbidden.text')}</Notice>;
  if (!folders && error) return <ErrorState title={common('error.title')} error={error} onRetry={refetch} />;
  if (!folders) return <Skeleton className={page.skeleton} />;

  const close = () => setOpen(null);
  const shown = open?.folder && folders.find(({ id }) => id === open.folder?.id);
  const remove = async ({ id }: WatchFolder) => {
    await runAction(() => api.watchFolders.remove(id));
    reload();
  };
  const addButton = (
    <Button look="primary" icon={Plus} onClick={() => setOpen({ kind: 'form' })}>
      {t('add')}
    </Button>
  );
  return (
    <>
      <p className={page.about}>{t('about')}</p>
      {folders.length === 0 ? (
        <EmptyState icon={FolderSync} title={t('none')} text={t('none.text')} action={addButton} />
      ) : (
        <>
          <ul className={page.list}>
            {folders.map((folder) => (
              <FolderRow
                key={folder.id}
                folder={folder}
                onFiles={(first) => setOpen({ kind: 'files', folder, first })}
                onEdit={() => setOpen({ kind: 'form', folder })}
                onDelete={() => setOpen({ kind: 'delete', folder })}
                onChanged={reload}
              />
            ))}
          </ul>
          <div>{addButton}</div>
        </>
      )}
      {open?.kind === 'form' && <FolderForm folder={open.folder} onClose={close} onSaved={reload} />}
      {open?.kind === 'files' && shown && (
        <FolderFiles folder={shown} first={open.first} onClose={close} onChanged={reload} />
      )}
      <Confirm
        open={open?.kind === 'delete'}
        onClose={close}
        title={t('delete.title', { name: shown ? folderName(shown.path) : '' })}
        description={t('delete.text')}
        confirm={t('delete.do')}
        onConfirm={() => shown && void remove(shown)}
      />
    </>
  );
}
