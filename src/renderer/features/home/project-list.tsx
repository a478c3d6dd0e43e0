import { Folder } from 'lucide-react';
import { Link } from 'wouter';
import type { Project } from '../../../contract/library/projects.ts';
import styles from './project-list.module.css';
import { useHomeText } from './text.ts';

/** Projects with their numbers of videos. */
export function ProjectList({ projects }: { projects: readonly Project[] }) {
  const t = useHomeText();
  return (
    <ul className={styles.list}>
      {projects.map((project) => (
        <li key={project.id}>
          <Link href={`/projects/${project.id}`} className={styles.project}>
            <Folder aria-hidden size={18} strokeWidth={1.5} className={styles.icon} />
            <span className={styles.name} dir="auto">
              {project.name}
            </span>
            <span className={styles.count}>{t('count', { count: project.video_count })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
