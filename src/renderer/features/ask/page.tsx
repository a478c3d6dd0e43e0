import { useQuery } from '@tanstack/react-query';
import { FileCheck, MessageCircleQuestion } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import { isModuleName } from '../../../contract/analysis/modules.ts';
import type { ChatMetadata } from '../../../contract/search/chat.ts';
import { createMoment, discardMoment } from '../../api/live/moment-changes.ts';
import { queries, useThumbnailUrls, useVideos } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { HeaderButton } from '../../ui/controls/header-button.tsx';
import { useMarkMoment } from '../../ui/feedback/mark-moment.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Conversation } from './conversation.tsx';
import styles from './page.module.css';
import { readScope, scopeParams, videosOf } from './scope.ts';
import { ScopeBar } from './scope-bar.tsx';
import type { Source } from './sources.tsx';
import { useAskText } from './text.ts';
import { useChat } from './use-chat.ts';

/** Chat about several videos. The URL contains the scope and the open chat, for history and bookmarks. */
export function AskPage() {
  const t = useAskText();
  const [, navigate] = useLocation();
  const [params, setParams] = useSearchParams();
  const { data: videos, error, refetch } = useVideos();
  const { data: sessions } = useQuery(queries.scopedChats);
  const thumbnails = useThumbnailUrls();
  const mark = useMarkMoment({ create: createMoment, discard: discardMoment });
  const sessionId = params.get('chat');
  const scope = sessions?.find(({ id }) => id === sessionId)?.scope ?? readScope(params);
  const storyId = scope.type === 'story' ? scope.story_id : '';
  const storyQuery = useQuery({ ...queries.story(storyId), enabled: storyId !== '' });
  const { data: story, error: storyError } = storyQuery;
  const open = (id: string | null) =>
    setParams({ ...scopeParams(scope), ...(id !== null && { chat: id }) }, { replace: id !== null && !sessionId });
  const chat = useChat(scope, [sessionId, open]);

  const sourcesOf = ({ citations, videos: labeled }: ChatMetadata): Source[] =>
    citations.flatMap(
      ({ segment_id: id, module, start_time: time, content = '', preview: isPreview = false, video: label }) => {
        const video = labeled.find((one) => one.label === label);
        if (!video || !isModuleName(module)) return [];
        const still = thumbnails?.near(video.job_id, time) ?? null;
        return [{ id, module, time, content, isPreview, still, video: { jobId: video.job_id, name: video.name } }];
      },
    );
  const chosen = videosOf(scope, videos ?? [], story ?? null);
  const content = () => {
    if (!videos || (scope.type === 'story' && !story && !storyError))
      return error ? <ErrorState error={error} onRetry={refetch} /> : <Skeleton className={styles.skeleton} />;
    // A chat about a deleted story stays readable.
    if (scope.type === 'story' && storyError && sessionId === null)
      return <ErrorState error={storyError} onRetry={storyQuery.refetch} />;
    if (!chosen.some(({ status }) => status === 'completed') && sessionId === null) {
      return (
        <EmptyState
          icon={MessageCircleQuestion}
          title={t('notReady.title')}
          text={t('none.text')}
          action={<Button onClick={() => navigate('/library')}>{t('none.library')}</Button>}
        />
      );
    }
    const pair = scope.type === 'videos' && chosen.length === 2 ? chosen : null;
    const suggestions = pair
      ? [
          t('suggest.onlyIn', { first: pair[0]!.name, second: pair[1]!.name }),
          t('suggest.onlyIn', { first: pair[1]!.name, second: pair[0]!.name }),
          t('suggest.both'),
        ]
      : [t('suggest.videos'), t('suggest.people'), t('suggest.brands'), t('suggest.text')];
    return (
      <Conversation
        // A new scope begins with an empty field.
        key={JSON.stringify(scope)}
        chat={chat}
        parts={{
          sourcesOf,
          onSeek: (seconds, jobId) => navigate(`/videos/${jobId}?t=${seconds}`),
          onMark: (seconds, jobId) =>
            void mark({ job_id: jobId!, start_time: seconds, end_time: null, origin: { kind: 'answer' } }),
        }}
        title={pair ? t('field.pair') : t('field.videos')}
        text={t('empty.videos')}
        suggestions={suggestions}
        draft={params.get('q') ?? ''}
      />
    );
  };
  return (
    <Page
      title={t('title')}
      actions={<HeaderButton icon={FileCheck} label={t('check')} onClick={() => navigate('/search/check')} />}
    >
      <div className={styles.page}>
        <ScopeBar scope={scope} videos={videos && chosen} onChange={(next) => setParams(scopeParams(next))} />
        {content()}
      </div>
    </Page>
  );
}
