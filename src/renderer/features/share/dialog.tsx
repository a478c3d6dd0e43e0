import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBlurCoverage } from '../../api/blur-coverage.ts';
import { useHasResults } from '../../api/live/live-jobs.ts';
import { useOutdatedModules } from '../../api/outdated-modules.ts';
import { queries } from '../../api/queries.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { useUiText } from '../../ui/lib/ui-text.ts';
import { BlurChoice, blurOf, NO_BLUR } from '../../ui/media/people/blur-choice.tsx';
import { LanSharing } from './lan-sharing.tsx';
import { ShareLinks } from './share-links.tsx';
import { useShareText } from './text.ts';

/** Dialog that creates and revokes links to a video. */
export function ShareDialog({ jobId, onClose }: { jobId: string; onClose(): void }) {
  const t = useShareText();
  const { data: video } = useQuery(queries.video(jobId));
  const hasResults = useHasResults(video);
  const ui = useUiText();
  const outdated = useOutdatedModules(jobId);
  const { data: people } = useQuery(queries.videoPeople(jobId, video?.updated_at ?? ''));
  const [blurred, setBlurred] = useState(NO_BLUR);
  // Also while people are loaded again, or turned off elsewhere: a blur that can't be made is refused then, and no face
  // is shown.
  const blur = blurOf(blurred);
  const coverage = useBlurCoverage([{ job_id: jobId }], blur);
  const [includesRecording, setIncludesRecording] = useState(false);
  const [includesPeople, setIncludesPeople] = useState(false);
  const { data: moments = [] } = useQuery(queries.moments(jobId));
  const [includesMoments, setIncludesMoments] = useState(true);
  return (
    <Dialog onClose={onClose} title={t('title')} description={t('about')}>
      <LanSharing />
      {video && !hasResults && <Notice tone="warn">{t('notReady')}</Notice>}
      {outdated.length > 0 && <Notice tone="warn">{ui('overview.outdated')}</Notice>}
      <ShareLinks
        query={queries.sharedReports(jobId)}
        title={video?.name ?? ''}
        target={{
          video_id: jobId,
          include_recording: includesRecording,
          include_people: includesPeople,
          include_moments: includesMoments,
          ...(blur && { blur }),
        }}
        isComplete={blur !== null}
        options={
          <>
            {moments.length > 0 && (
              <Checkbox
                label={t('moments')}
                hint={t('moments.hint')}
                checked={includesMoments}
                onChange={setIncludesMoments}
              />
            )}
            <Checkbox
              label={t('recording')}
              // The copy with blurred faces is played in any case.
              {...(blur === undefined && { hint: t('recording.hint') })}
              checked={includesRecording}
              onChange={setIncludesRecording}
            />
            {people?.enabled && (
              <Checkbox
                label={t('people')}
                hint={t('people.hint')}
                checked={includesPeople}
                onChange={setIncludesPeople}
              />
            )}
            <BlurChoice
              people={people?.enabled ? people.people : undefined}
              value={blurred}
              coverage={coverage}
              onOpen={onClose}
              onChange={setBlurred}
            />
          </>
        }
      />
    </Dialog>
  );
}
