import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { updateStory } from '../../api/story-changes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useStoryText } from '../../ui/lib/story-text.ts';

/** Renames a story. */
export function RenameStory({ id, onClose }: { id: string; onClose(): void }) {
  const t = useStoryText();
  const form = useId();
  const { data: stories = [] } = useQuery(queries.stories);
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const title = typed ?? stories.find((story) => story.id === id)?.title ?? '';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await updateStory(id, { title: title.trim() });
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
        <Button look="primary" type="submit" form={form} disabled={title.trim() === ''}>
          {t('rename')}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <Input
          label={t('name')}
          value={title}
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
