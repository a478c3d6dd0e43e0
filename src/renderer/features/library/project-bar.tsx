import { useQuery } from '@tanstack/react-query';
import { Folder, FolderSearch, Library, type LucideIcon, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Project } from '../../../contract/library/projects.ts';
import type { SavedSearch } from '../../../contract/search/saved-searches.ts';
import { queries } from '../../api/queries.ts';
import { cx } from '../../ui/lib/classes.ts';
import { useFormats } from '../../ui/lib/use-formats.ts';
import styles from './project-bar.module.css';
import { ProjectDialog } from './project-dialog.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { useLibraryText } from './text.ts';

/**
 * Links to the library, its projects, smart folders, and the trash: a list beside the videos, or a bar above them in a
 * narrow window.
 */
export function ProjectBar({
  projects,
  folders,
  folder,
  current,
  total,
  isTrash = false,
}: {
  projects: readonly Project[];
  /** Saved searches, shown as smart folders. */
  folders: readonly SavedSearch[];
  /** Id of the open smart folder. */
  folder: string | null;
  current: Project | null;
  total: number | undefined;
  /** Whether the trash is open. */
  isTrash?: boolean;
}) {
  const t = useLibraryText();
  const [, navigate] = useLocation();
  const [isCreating, setCreating] = useState(false);
  const { data: trash } = useQuery(queries.trash);
  const inTrash = trash ? trash.videos.length + trash.moments.length + trash.stories.length : 0;
  return (
    <nav className={styles.bar} aria-label={t('projects')}>
      <ul className={styles.list}>
        <Entry
          href="/library"
          name={t('all')}
          icon={Library}
          count={total}
          isHere={current === null && folder === null && !isTrash}
        />
        {projects.map((project) => (
          <Entry
            key={project.id}
            href={`/projects/${project.id}`}
            name={project.name}
            icon={Folder}
            count={project.video_count}
            isHere={project.id === current?.id}
            menu={project.id === current?.id && <ProjectMenu project={project} />}
          />
        ))}
        {folders.map((saved) => (
          <Entry
            key={`folder-${saved.id}`}
            href={`/library?folder=${saved.id}`}
            name={saved.name}
            icon={FolderSearch}
            count={undefined}
            isHere={saved.id === folder}
          />
        ))}
      </ul>
      <span className={styles.tools}>
        <button type="button" className={cx(styles.entry, styles.create)} onClick={() => setCreating(true)}>
          <Plus aria-hidden size={14} strokeWidth={1.75} className={styles.sign} />
          <span className={styles.name}>{t('project.new')}</span>
        </button>
      </span>
      {/* It stays in sight beside many projects in a narrow window. */}
      <ul className={styles.fixed}>
        <Entry
          href="/trash"
          name={t('trash.open')}
          icon={Trash2}
          count={inTrash === 0 ? undefined : inTrash}
          isHere={isTrash}
        />
      </ul>
      {isCreating && (
        <ProjectDialog
          project={null}
          onClose={() => setCreating(false)}
          onDone={(project) => navigate(`/projects/${project.id}`)}
        />
      )}
    </nav>
  );
}

function Entry({
  href,
  name,
  icon: Icon,
  count,
  isHere,
  menu,
}: {
  href: string;
  name: string;
  icon: LucideIcon;
  count: number | undefined;
  isHere: boolean;
  /** Button of its menu. */
  menu?: ReactNode;
}) {
  const formats = useFormats();
  return (
    <li className={styles.row}>
      <Link href={href} className={cx(styles.entry, isHere && styles.here)} {...(isHere && { 'aria-current': 'page' })}>
        <Icon aria-hidden size={14} strokeWidth={1.75} className={styles.sign} />
        <span className={styles.name} dir="auto">
          {name}
        </span>
        {count !== undefined && <span className={styles.count}>{formats.number(count)}</span>}
      </Link>
      {menu}
    </li>
  );
}
