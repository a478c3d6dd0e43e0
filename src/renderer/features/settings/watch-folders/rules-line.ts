import { useQuery } from '@tanstack/react-query';
import type { WatchFolder } from '../../../../contract/library/watch-folders.ts';
import { queries } from '../../../api/queries.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { useWatchFoldersText } from './watch-folders-text.ts';

/** Describes the rules of a folder that differ from those of a new one, in one line. */
export function useRulesLine(): (folder: WatchFolder) => string {
  const t = useWatchFoldersText();
  const formats = useFormats();
  const { data: projects } = useQuery(queries.projects);
  return (folder) => {
    const project = projects?.find(({ id }) => id === folder.project_id);
    return [
      folder.name_pattern,
      folder.min_bytes > 0 && t('rules.min', { size: formats.bytes(folder.min_bytes) }),
      folder.max_bytes !== null && t('rules.max', { size: formats.bytes(folder.max_bytes) }),
      folder.max_age_days !== null && t('rules.age', { count: folder.max_age_days }),
      !folder.recursive && t('rules.flat'),
      folder.modules && t('rules.types', { count: folder.modules.length }),
      folder.depth === 'preview' && t('rules.preview'),
      project && t('rules.project', { name: project.name }),
      folder.mode && t(`mode.${folder.mode}`),
      folder.polling && t('rules.polling'),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
