import { useQuery } from '@tanstack/react-query';
import { ClipboardCopy, FileDown, Pencil, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { CheckedText } from '../../../contract/evidence/checks.ts';
import { queries } from '../../api/queries.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { focusIfLost } from '../../ui/layout/move-focus.ts';
import { Page } from '../../ui/layout/page.tsx';
import { useIsNarrow } from '../../ui/lib/media-query.ts';
import { CheckRunning } from './check-running.tsx';
import { CheckStart } from './check-start.tsx';
import { acceptSuggestion, editText, setProgress, undoCorrection, useCheckState } from './check-state.ts';
import { MarkedPassages } from './marked-passages.tsx';
import styles from './page.module.css';
import { PassageList } from './passage-list.tsx';
import { useChecksText } from './text.ts';
import { useFactSheet } from './use-fact-sheet.ts';

/** Checks a text against the library: write or open it, see its passages, correct it, and save a fact sheet. */
export function ChecksPage() {
  const t = useChecksText();
  const { text, name, projectId, expected } = useCheckState();
  const request = { text: text ?? '', ...(projectId !== '' && { project_id: projectId }) };
  const result = useQuery({
    ...queries.check(request, setProgress),
    enabled: text !== null,
    ...(expected && { placeholderData: expected }),
  });
  const trail = [{ label: t('search'), href: '/search' }];
  if (text === null)
    return (
      <Page title={t('title')} trail={trail}>
        <CheckStart />
      </Page>
    );
  return (
    <Page
      title={t('title')}
      trail={trail}
      actions={<CheckActions request={request} name={name} checked={result.data} />}
    >
      {result.error && !result.data ? (
        <div className={styles.state}>
          <ErrorState title={t('error')} error={result.error} onRetry={() => void result.refetch()} />
        </div>
      ) : result.data ? (
        <CheckedView text={text} checked={result.data} isBusy={result.isFetching} />
      ) : (
        <CheckRunning />
      )}
    </Page>
  );
}

/** The text with its passages, and the list of these. */
function CheckedView({ text, checked, isBusy }: { text: string; checked: CheckedText; isBusy: boolean }) {
  const t = useChecksText();
  const [selected, setSelected] = useState<number | null>(null);
  const select = (index: number, target: 'text' | 'list') => {
    setSelected(index);
    document.getElementById(`check-${target}-${index}`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  };
  return (
    <div className={styles.checked} aria-busy={isBusy}>
      <div ref={focusIfLost} tabIndex={-1} className={styles.text}>
        <MarkedPassages
          text={text}
          passages={checked.passages}
          selected={selected}
          onSelect={(index) => select(index, 'list')}
        />
      </div>
      <PassageList
        checked={checked}
        selected={selected}
        onSelect={(index) => select(index, 'text')}
        onAccept={(index) => {
          acceptSuggestion(checked, index);
          toast(t('accepted'), { tone: 'good', action: { label: t('undo'), run: undoCorrection } });
        }}
      />
    </div>
  );
}

function CheckActions({
  request,
  name,
  checked,
}: {
  request: { text: string; project_id?: string };
  name: string;
  checked: CheckedText | undefined;
}) {
  const t = useChecksText();
  const isNarrow = useIsNarrow();
  const hasEarlier = useCheckState(({ earlier }) => earlier.length > 0);
  const { isSaving, save } = useFactSheet(request, name, checked);
  const copy = async () => {
    await navigator.clipboard.writeText(request.text);
    toast(t('copied'), { tone: 'good' });
  };
  const sheet = (
    <Menu
      entries={(['html', 'docx', 'pdf', 'json'] as const).map((format) => ({
        label: t(`sheet.${format}`),
        onSelect: () => void save(format),
      }))}
    >
      {isNarrow ? (
        <IconButton icon={FileDown} label={t('sheet')} disabled={isSaving || !checked} />
      ) : (
        <Button icon={FileDown} disabled={isSaving || !checked}>
          {t('sheet')}
        </Button>
      )}
    </Menu>
  );
  return (
    <>
      {hasEarlier && <IconButton icon={Undo2} label={t('undo')} onClick={undoCorrection} />}
      <IconButton icon={Pencil} label={t('edit')} onClick={editText} />
      <IconButton icon={ClipboardCopy} label={t('copy')} onClick={() => void copy()} />
      {sheet}
    </>
  );
}
