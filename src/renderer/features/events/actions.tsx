import { Columns2, Download, Ellipsis, PencilLine, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { EventGroup } from '../../../contract/library/event-groups.ts';
import { receiveFile } from '../../api/download-file.ts';
import { api } from '../../api/endpoints.ts';
import { fileNameOf } from '../../api/file-name.ts';
import { deleteEvent, renameEvent, syncEvent } from '../../api/live/event-changes.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Confirm } from '../../ui/layout/dialog.tsx';
import { NameDialog } from '../../ui/layout/name-dialog.tsx';
import { saveFile } from '../../ui/lib/files.ts';
import { errorText } from '../../ui/lib/messages.ts';
import { AddDialog } from './add-dialog.tsx';
import { ClipDialog } from './clip-dialog.tsx';
import type { EventPlayer } from './player/event-player.ts';
import { useEventText } from './text.ts';

/** Formats for editing programs, with the names of those that read them. */
const FORMATS = [
  ['fcpxml', 'Final Cut Pro'],
  ['xmeml', 'Premiere Pro'],
  ['otio', 'OpenTimelineIO'],
] as const;

/** Commands on an event. */
export function EventActions({ event, player }: { event: EventGroup; player: EventPlayer }) {
  const t = useEventText();
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState<'add' | 'name' | 'delete' | 'clip' | null>(null);
  const isByHand = event.recordings.some(({ set_by, left_out }) => set_by === 'hand' || left_out === 'by_hand');
  const run = (change: Promise<unknown>) => change.catch((error: unknown) => toast(errorText(error), { tone: 'bad' }));
  const remove = async () => {
    await deleteEvent(event.id);
    navigate('/events');
  };
  const save = async (format: (typeof FORMATS)[number][0]) => {
    const response = await api.events.download(event.id, { format });
    saveFile(await receiveFile(response), fileNameOf(response) ?? `${event.title}.${format}`);
  };
  const isPlaced = event.recordings.some(({ offset }) => offset !== null);
  return (
    <>
      {isPlaced && (
        <Menu
          entries={[
            { label: t('clip'), icon: Columns2, onSelect: () => setAsking('clip') },
            { separator: true },
            { heading: t('export.multicam') },
            ...FORMATS.map(([format, label]) => ({ label, onSelect: () => void run(save(format)) })),
          ]}
        >
          <Button look="plain" icon={Download}>
            {t('export')}
          </Button>
        </Menu>
      )}
      <Menu
        entries={[
          { label: t('add'), icon: Plus, onSelect: () => setAsking('add') },
          { label: t('sync.again'), icon: RefreshCw, onSelect: () => void run(syncEvent(event.id, false)) },
          ...(isByHand
            ? [{ label: t('sync.all'), icon: RefreshCw, onSelect: () => void run(syncEvent(event.id, true)) }]
            : []),
          { label: t('rename'), icon: PencilLine, onSelect: () => setAsking('name') },
          { separator: true },
          { label: t('delete'), icon: Trash2, danger: true, onSelect: () => setAsking('delete') },
        ]}
      >
        <IconButton icon={Ellipsis} label={t('actions')} />
      </Menu>
      {asking === 'clip' && <ClipDialog event={event} player={player} onClose={() => setAsking(null)} />}
      {asking === 'add' && <AddDialog event={event} onClose={() => setAsking(null)} />}
      {asking === 'name' && (
        <NameDialog
          texts={{ title: t('rename.title'), label: t('name'), save: t('rename') }}
          name={event.title}
          onSave={async (title) => void (await renameEvent(event.id, title.trim()))}
          onClose={() => setAsking(null)}
        />
      )}
      <Confirm
        open={asking === 'delete'}
        onClose={() => setAsking(null)}
        title={t('delete.title', { title: event.title })}
        description={t('delete.text')}
        confirm={t('delete')}
        onConfirm={() => void run(remove())}
      />
    </>
  );
}
