import { type FormEvent, useId, useState } from 'react';
import type { SavedFilters } from '../../../contract/saved-searches.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import { useSearchText } from './text.ts';

/** Saves a search under a name. */
export function SaveDialog({ query, scope, onClose }: { query: string; scope: SavedFilters; onClose(): void }) {
  const t = useSearchText();
  const form = useId();
  const [name, setName] = useState(query.slice(0, 200));
  const [notify, setNotify] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await api.savedSearches.create({ name, query, filters: scope, notify });
      invalidate(queries.savedSearches.queryKey);
      toast(t('save.done'), { tone: 'good' });
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
      title={t('save')}
      actions={
        <Button look="primary" type="submit" form={form} disabled={name.trim() === ''}>
          {t('save.do')}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)}>
        <Input
          label={t('save.name')}
          hint={t('save.hint')}
          value={name}
          error={error}
          maxLength={200}
          dir="auto"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox label={t('save.notify')} hint={t('save.notify.hint')} checked={notify} onChange={setNotify} />
      </form>
    </Dialog>
  );
}
