import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { putVideo } from '../../../api/video-cache.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useLibraryText } from '../text.ts';

/** Renames a video; its file keeps its name. */
export function RenameDialog({ jobId, onClose }: { jobId: string; onClose(): void }) {
  const t = useLibraryText();
  const form = useId();
  const { data: video } = useQuery(queries.video(jobId));
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const name = typed ?? video?.name ?? '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      putVideo(await api.videos.update(jobId, { name }));
      onClose();
    } catch (thrown) {
      setError(errorText(thrown));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width="narrow"
      title={t('rename.title')}
      actions={
        <Button look="primary" type="submit" form={form} disabled={name.trim() === ''}>
          {t('rename.save')}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <Input
          label={t('project.name')}
          value={name}
          error={error}
          maxLength={200}
          dir="auto"
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
