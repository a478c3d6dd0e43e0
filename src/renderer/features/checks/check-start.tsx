import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { MAX_CHECKED_TEXT } from '../../../contract/evidence/checks.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { focusIfLost } from '../../ui/layout/move-focus.ts';
import { useOwnDrops } from '../../ui/lib/drop-handler.ts';
import { checkDraft, setDraft, setProject, useCheckState } from './check-state.ts';
import styles from './page.module.css';
import { isDocument, readTextFile } from './read-text-file.ts';
import { useChecksText } from './text.ts';

/** Field for the text, which files can be dropped on. */
export function CheckStart() {
  const t = useChecksText();
  const { draft, projectId } = useCheckState();
  const { data: projects = [] } = useQuery(queries.projects);
  const [problem, setProblem] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const open = useMemo(
    () => async (file: File) => {
      const text = await readTextFile(file);
      const { name } = file;
      setProblem(text === undefined ? t('file.unreadable', { name }) : null);
      if (text !== undefined) setDraft(text.slice(0, MAX_CHECKED_TEXT), name.replace(/\.[^.]+$/, ''));
    },
    [t],
  );
  useOwnDrops(
    useMemo(
      () => ({
        title: t('drop.title'),
        text: t('drop.text'),
        take: (files) => {
          const first = files.find(isDocument);
          if (first) void open(first);
          return files.filter((file) => !isDocument(file));
        },
      }),
      [t, open],
    ),
  );
  const options = [
    { value: '', label: t('scope.library') },
    ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <div className={styles.start}>
      <div className={styles.intro}>
        <h2>{t('start.title')}</h2>
        <p>{t('start.text')}</p>
      </div>
      <textarea
        ref={draft === '' ? undefined : focusIfLost}
        aria-label={t('field')}
        placeholder={t('placeholder')}
        className={styles.draft}
        dir="auto"
        maxLength={MAX_CHECKED_TEXT}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && draft.trim() !== '') checkDraft();
        }}
      />
      <div role="alert">
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        {draft.length >= MAX_CHECKED_TEXT && <Notice tone="warn">{t('full', { count: MAX_CHECKED_TEXT })}</Notice>}
      </div>
      <div className={styles.controls}>
        <input
          ref={picker}
          type="file"
          accept=".txt,.md,.markdown,.docx,.odt"
          hidden
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) void open(file);
            currentTarget.value = '';
          }}
        />
        <Button icon={FileText} onClick={() => picker.current?.click()}>
          {t('open')}
        </Button>
        {projects.length > 0 && (
          <Select label={t('scope')} hideLabel value={projectId} options={options} onChange={setProject} />
        )}
        <span className={styles.space} />
        <Button look="primary" disabled={draft.trim() === ''} onClick={checkDraft}>
          {t('check')}
        </Button>
      </div>
    </div>
  );
}
