import { Ellipsis, History, PencilLine, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { CHAT_MODES, type ChatMode } from '../../../contract/search/chat.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Confirm, Dialog } from '../../ui/layout/dialog.tsx';
import styles from './ask.module.css';
import { useAskText } from './text.ts';
import type { Chat } from './use-chat.ts';

/** Selects the chat session and the scope of the findings. */
export function SessionBar({ chat, mode, setMode }: { chat: Chat; mode: ChatMode; setMode(mode: ChatMode): void }) {
  const t = useAskText();
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null);
  const [title, setTitle] = useState('');
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
            onSelect: () => {
              setTitle(session?.title ?? '');
              setDialog('rename');
            },
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
      <Dialog
        open={dialog === 'rename'}
        onClose={close}
        title={t('rename.title')}
        width="narrow"
        actions={
          <Button
            look="primary"
            disabled={title.trim() === ''}
            onClick={() => {
              void chat.rename(title.trim());
              close();
            }}
          >
            {t('rename.save')}
          </Button>
        }
      >
        <Input
          label={t('rename.name')}
          dir="auto"
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </Dialog>
      <Confirm
        open={dialog === 'remove'}
        onClose={close}
        title={t('remove.title')}
        description={t('remove.text')}
        confirm={t('remove.confirm')}
        onConfirm={() => void chat.remove()}
      />
    </div>
  );
}
