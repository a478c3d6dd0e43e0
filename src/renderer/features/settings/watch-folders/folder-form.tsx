import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { WatchFolder } from '../../../../contract/library/watch-folders.ts';
import { desktop } from '../../../api/desktop.ts';
import { api } from '../../../api/endpoints.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import page from '../page.module.css';
import { AnalysisFields } from './analysis-fields.tsx';
import { draftOf, modulesOf, problemsOf, rulesOf } from './folder-draft.ts';
import { RuleFields } from './rule-fields.tsx';
import styles from './watch-folders.module.css';
import { useWatchFoldersText } from './watch-folders-text.ts';

/** Dialog that adds or edits a watch folder; it stays open, with the reason, while the server refuses. */
export function FolderForm({
  folder,
  onClose,
  onSaved,
}: {
  /** Undefined for a new one. */
  folder: WatchFolder | undefined;
  onClose(): void;
  onSaved(): void;
}) {
  const t = useWatchFoldersText();
  const [draft, setDraft] = useState(() => draftOf(folder));
  const change = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }));
  const choose = async () => {
    const path = await desktop()?.pickFolder();
    if (path) change({ path });
  };
  const isComplete =
    draft.path.trim() !== '' && modulesOf(draft)?.length !== 0 && Object.keys(problemsOf(draft)).length === 0;

  const save = async () => {
    const body = { ...rulesOf(draft), project_id: draft.projectId || null };
    if (folder) await api.watchFolders.update(folder.id, body);
    else await api.watchFolders.create({ ...body, path: draft.path.trim(), existing: draft.existing });
    onSaved();
  };
  return (
    <FormDialog
      title={t(folder ? 'edit.title' : 'add')}
      submit={t(folder ? 'save' : 'add.do')}
      canSubmit={isComplete}
      onSubmit={save}
      onClose={onClose}
    >
      {(problem) => (
        <>
          {folder ? (
            <p className={page.mono}>{folder.path}</p>
          ) : (
            <div className={styles.path}>
              <Input
                className={page.field ?? ''}
                label={t('path')}
                hint={t('path.hint')}
                error={problem}
                value={draft.path}
                maxLength={4096}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => change({ path: event.currentTarget.value })}
              />
              {desktop() && (
                <Button icon={FolderOpen} onClick={() => void choose()}>
                  {t('path.choose')}
                </Button>
              )}
            </div>
          )}
          {!folder && (
            <Checkbox label={t('existing')} checked={draft.existing} onChange={(existing) => change({ existing })} />
          )}
          <AnalysisFields draft={draft} onChange={change} />
          <RuleFields draft={draft} onChange={change} />
          {folder && problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        </>
      )}
    </FormDialog>
  );
}
