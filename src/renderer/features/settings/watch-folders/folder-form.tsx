import { FolderOpen } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { WatchFolder } from '../../../../contract/watch-folders.ts';
import { desktop } from '../../../api/desktop.ts';
import { api } from '../../../api/endpoints.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
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
  const form = useId();
  const [draft, setDraft] = useState(() => draftOf(folder));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const change = (changes: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setProblem(undefined);
  };
  const choose = async () => {
    const path = await desktop()?.pickFolder();
    if (path) change({ path });
  };
  const isComplete =
    draft.path.trim() !== '' && modulesOf(draft)?.length !== 0 && Object.keys(problemsOf(draft)).length === 0;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const body = { ...rulesOf(draft), project_id: draft.projectId || null };
    try {
      if (folder) await api.watchFolders.update(folder.id, body);
      else await api.watchFolders.create({ ...body, path: draft.path.trim(), existing: draft.existing });
      onSaved();
      onClose();
    } catch (thrown) {
      setProblem(errorText(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(folder ? 'edit.title' : 'add')}
      actions={
        <Button type="submit" form={form} look="primary" disabled={isBusy || !isComplete}>
          {t(folder ? 'save' : 'add.do')}
        </Button>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
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
      </form>
    </Dialog>
  );
}
