import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { playedMoments, shownRanges } from '../../../contract/search/stories.ts';
import { DEFAULT_SHARE_PARTS, SHARE_PARTS, type SharePart } from '../../../contract/sharing/share-parts.ts';
import { useBlurCoverage } from '../../api/blur-coverage.ts';
import { usePeopleInVideos } from '../../api/people-in-videos.ts';
import { queries, useVideos } from '../../api/queries.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { BlurChoice, blurOf, NO_BLUR } from '../../ui/media/people/blur-choice.tsx';
import styles from './dialog.module.css';
import { LanSharing } from './lan-sharing.tsx';
import { ShareLinks } from './share-links.tsx';
import { useShareText } from './text.ts';

/** Dialog that creates and revokes links to a story. */
export function ShareStoryDialog({ storyId, onClose }: { storyId: string; onClose(): void }) {
  const t = useShareText();
  const { data: story } = useQuery(queries.story(storyId));
  const [chosen, setChosen] = useState<ReadonlySet<SharePart>>(new Set(DEFAULT_SHARE_PARTS));
  const { data: videos } = useVideos();
  const moments = playedMoments(story?.items ?? []);
  const shown = new Set(moments.map(({ job_id }) => job_id));
  const people = usePeopleInVideos((videos ?? []).filter(({ job_id }) => shown.has(job_id)));
  const [blurred, setBlurred] = useState(NO_BLUR);
  const blur = blurOf(blurred);
  const coverage = useBlurCoverage(shownRanges(moments, videos ?? []), blur);
  const parts = SHARE_PARTS.filter((part) => chosen.has(part));
  const toggle = (part: SharePart, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(part);
    else next.delete(part);
    setChosen(next);
  };
  return (
    <Dialog onClose={onClose} title={t('story.title')} description={t('story.about')}>
      <LanSharing />
      {story && moments.length === 0 && <Notice tone="warn">{t('story.empty')}</Notice>}
      <ShareLinks
        query={queries.storyLinks(storyId)}
        title={story?.title ?? ''}
        target={{ story_id: storyId, parts, ...(blur && { blur }) }}
        isComplete={blur !== null}
        options={
          <>
            <fieldset className={styles.parts}>
              <legend className={styles.legend}>{t('parts')}</legend>
              {SHARE_PARTS.map((part) => (
                <Checkbox
                  key={part}
                  label={t(`part.${part}`)}
                  checked={chosen.has(part)}
                  onChange={(isOn) => toggle(part, isOn)}
                />
              ))}
            </fieldset>
            <BlurChoice
              people={people}
              value={blurred}
              coverage={coverage}
              nameOf={(jobId) => moments.find(({ job_id }) => job_id === jobId)?.video_title ?? ''}
              onOpen={onClose}
              onChange={setBlurred}
            />
          </>
        }
      />
    </Dialog>
  );
}
