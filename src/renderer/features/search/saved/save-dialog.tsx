import { useState } from 'react';
import type { SavedFilters } from '../../../../contract/search/saved-searches.ts';
import { api } from '../../../api/endpoints.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { useSearchText } from '../text.ts';

/** Saves a search under a name. */
export function SaveDialog({ query, scope, onClose }: { query: string; scope: SavedFilters; onClose(): void }) {
  const t = useSearchText();
  const [name, setName] = useState(query.slice(0, 200));
  const [notify, setNotify] = useState(false);
  const submit = async () => {
    await api.savedSearches.create({ name, query, filters: scope, notify });
    invalidate(queries.savedSearches.queryKey);
    toast(t('save.done'), { tone: 'good' });
  };
  return (
    <FormDialog
      width="narrow"
      title={t('save')}
      submit={t('save.do')}
      canSubmit={name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {(error) => (
        <>
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
        </>
      )}
    </FormDialog>
  );
}
