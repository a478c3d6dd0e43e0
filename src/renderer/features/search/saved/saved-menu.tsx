import { useQuery } from '@tanstack/react-query';
import { Bookmark, BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { SavedFilters } from '../../../../contract/search/saved-searches.ts';
import { queries } from '../../../api/queries.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';
import { savedHref } from '../filters/scope.ts';
import { useSearchText } from '../text.ts';
import { forgetNewHits } from './new-hits.ts';
import { SaveDialog } from './save-dialog.tsx';

/** Menu of saved searches, which also saves the current one. */
export function SavedMenu({ query, scope }: { query: string; scope: SavedFilters }) {
  const t = useSearchText();
  const [, navigate] = useLocation();
  const { data: saved = [] } = useQuery(queries.savedSearches);
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <Menu
        entries={[
          { label: t('save'), icon: BookmarkPlus, disabled: query === '', onSelect: () => setSaving(true) },
          ...(saved.length > 0 ? [{ separator: true } as const, { heading: t('saved') }] : []),
          ...saved.map((search) => ({
            label: search.new_hits === 0 ? search.name : `${search.name} (${t('new', { count: search.new_hits })})`,
            onSelect: () => {
              forgetNewHits(search.id);
              navigate(savedHref(search));
            },
          })),
        ]}
      >
        <IconButton icon={Bookmark} label={t('saved')} />
      </Menu>
      {isSaving && <SaveDialog query={query} scope={scope} onClose={() => setSaving(false)} />}
    </>
  );
}
