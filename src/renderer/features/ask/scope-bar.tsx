import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Video } from '../../../contract/library/video.ts';
import type { AskScope } from '../../../contract/search/chat.ts';
import { queries } from '../../api/queries.ts';
import { Select } from '../../ui/controls/select.tsx';
import styles from './page.module.css';
import { useAskText } from './text.ts';

/** Videos named beside the scope. */
const MAX_NAMED = 3;

/** Chooses the videos to ask about. Another choice begins a new chat. */
export function ScopeBar({
  scope,
  videos,
  onChange,
}: {
  scope: AskScope;
  /** Of the scope; undefined until they are loaded. */
  videos: readonly Video[] | undefined;
  onChange(scope: AskScope): void;
}) {
  const t = useAskText();
  const { data: projects = [] } = useQuery(queries.projects);
  const { data: stories = [] } = useQuery(queries.stories);
  const options = [
    { value: 'library', label: t('scope.library') },
    ...projects.map(({ id, name }) => ({ value: `project:${id}`, label: t('scope.project', { name }) })),
    ...stories.map(({ id, title }) => ({ value: `story:${id}`, label: t('scope.story', { name: title }) })),
    ...(scope.type === 'videos' ? [{ value: 'videos', label: t('scope.videos') }] : []),
  ];
  const change = (value: string) => {
    const [type, id = ''] = value.split(':');
    if (type === 'library') onChange({ type });
    if (type === 'story') onChange({ type, story_id: id });
    if (type === 'project') onChange({ type, project_id: id });
  };
  return (
    <div className={styles.scope}>
      <Select label={t('scope')} hideLabel value={optionOf(scope)} options={options} onChange={change} />
      <ul className={styles.names} aria-label={t('scope.label')}>
        {scope.type === 'videos' ? (
          <>
            {videos?.slice(0, MAX_NAMED).map(({ job_id, name }) => (
              <li key={job_id}>
                <Link href={`/videos/${job_id}`} className={styles.video} dir="auto" title={name}>
                  {name}
                </Link>
              </li>
            ))}
            {videos && videos.length > MAX_NAMED && <li>{t('scope.more', { count: videos.length - MAX_NAMED })}</li>}
          </>
        ) : (
          videos && <li>{t('scope.count', { count: videos.length })}</li>
        )}
      </ul>
    </div>
  );
}

function optionOf(scope: AskScope): string {
  if (scope.type === 'project') return `project:${scope.project_id}`;
  return scope.type === 'story' ? `story:${scope.story_id}` : scope.type;
}
