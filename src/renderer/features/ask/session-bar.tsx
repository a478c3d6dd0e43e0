import { Ellipsis, History, PencilLine, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { CHAT_MODES, type ChatMode } from '../../../contract/search/chat.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Confirm } from '../../ui/layout/dialog.tsx';
import { NameDialog } from '../../ui/layout/name-dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import styles from './ask.module.css';
import { useAskText } from './text.ts';
import type { Chat } from './use-chat.ts';

/** Selects the chat session and the scope of the findings. */
export function SessionBar({ chat, mode, setMode }: { chat: Chat; mode: ChatMode; setMode(mode: ChatMode): void }) {
  const t = useAskText();
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null);
  const { sessions, session } = chat;
  const close = () => setDialog(null);
  return (
    <div className={styles.bar}>
      <Menu
        align="start"
        entries={
          sessions.length === 0
            ? [{ heading: t('sessions.none') }]
            : sessions.map((each) => ({
                label: each.title,
                checked: each.id === chat.sessionId,
                onSelect: () => chat.open(each.id),
              }))
        }
      >
        <Button size="small" look="quiet" icon={History} className={styles.title}>
          <bdi>{session?.title ?? t('sessions')}</bdi>
        </Button>
      </Menu>
      <span className={styles.space} />
      <Menu
        entries={[
          { heading: t('mode') },
          ...CHAT_MODES.map((each) => ({
            label: t(`mode.${each}`),
            checked: mode === each,
            onSelect: () => setMode(each),
          })),
          { separator: true },
          {
            label: t('rename'),
            icon: PencilLine,
            disabled: !session,
            onSelect: () => setDialog('rename'),
          },
          {
            label: t('remove'),
            icon: Trash2,
            danger: true,
            disabled: !session,
            onSelect: () => setDialog('remove'),
          },
        ]}
      >
        <IconButton icon={Ellipsis} size="small" label={t('mode')} />
      </Menu>
      <IconButton icon={SquarePen} size="small" label={t('new')} onClick={() => chat.open(null)} />
      {dialog === 'rename' && (
        <NameDialog
          texts={{ title: t('rename.title'), label: t('rename.name'), save: t('rename.save') }}
          name={session?.title}
          onSave={(title) => chat.rename(title.trim())}
          onClose={close}
        />
      )}
      <Confirm
        open={dialog === 'remove'}
        onClose={close}
        title={t('remove.title')}
        description={t('remove.text')}
        confirm={t('remove.confirm')}
        onConfirm={() => void chat.remove().catch((error: unknown) => toast(errorText(error), { tone: 'bad' }))}
      />
    </div>
  );
}
