import { Scissors } from 'lucide-react';
import { useState } from 'react';
import { fileStem } from '../../../base/paths/file-stem.ts';
import { type ClipRange, MAX_CLIPS, MAX_CLIPS_SECONDS } from '../../../contract/library/clips.ts';
import { useBlurCoverage } from '../../api/blur-coverage.ts';
import { saveClips } from '../../api/clip-saves.ts';
import { usePeopleInVideos } from '../../api/people-in-videos.ts';
import { useVideos } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { saveFile } from '../../ui/lib/files.ts';
import { position } from '../../ui/lib/use-formats.ts';
import { BlurChoice, blurOf, NO_BLUR } from '../../ui/media/people/blur-choice.tsx';
import { plannedClips, totalSeconds } from './clip-plan.ts';
import { useClipText } from './clip-text.ts';
import styles from './clips-dialog.module.css';

const PADDINGS = ['0', '1', '2', '5', '10'] as const;

/** Dialog with options for saving clips. */
export function ClipsDialog({
  clips,
  padding: suggested,
  onClose,
}: {
  clips: readonly ClipRange[];
  /** Initial padding in seconds. */
  padding: number;
  onClose(): void;
}) {
  const t = useClipText();
  const { data: videos } = useVideos();
  const [padding, setPadding] = useState(String(suggested));
  const [join, setJoin] = useState(false);
  const [blurred, setBlurred] = useState(NO_BLUR);
  const [isFullSize, setFullSize] = useState(false);
  const byId = new Map((videos ?? []).map((video) => [video.job_id, video]));
  const planned = plannedClips(clips, { padding: Number(padding), join }, (jobId) => byId.get(jobId)?.duration);
  const jobIds = [...new Set(planned.map(({ job_id }) => job_id))];
  const people = usePeopleInVideos(jobIds.flatMap((jobId) => byId.get(jobId) ?? []));
  // Also while people are loaded again, or turned off elsewhere: a blur that can't be made is refused then, and no face
  // is shown.
  const blur = blurOf(blurred);
  const coverage = useBlurCoverage(planned, blur);
  const first = byId.get(jobIds[0] ?? '');
  const seconds = totalSeconds(planned);
  const isTooMany = planned.length > MAX_CLIPS;
  const isTooLong = seconds > MAX_CLIPS_SECONDS;
  const only = planned.length === 1 ? planned[0]! : null;
  const title = jobIds.length === 1 && first ? fileStem(first.name) : t('several', { count: jobIds.length });

  return (
    <Dialog
      width="narrow"
      onClose={onClose}
      title={t('title', { count: planned.length })}
      description={<span dir="auto">{title}</span>}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            look="primary"
            icon={Scissors}
            disabled={planned.length === 0 || isTooMany || isTooLong || blur === null}
            onClick={() => {
              saveClips(
                planned,
                { title, resolution: isFullSize ? 'source' : '1080p', ...(blur && { blur }) },
                (content, name) =>
                  saveFile(content, only ? name : `${title} ${t('file', { count: planned.length })}.zip`),
              );
              onClose();
            }}
          >
            {t('save', { count: planned.length })}
          </Button>
        </>
      }
    >
      <p className={styles.length}>
        {only
          ? `${position(only.start_time, true)}–${position(only.end_time, true)}`
          : t('together', { count: planned.length, time: position(seconds) })}
        {only && <span className={styles.facts}>{t('seconds', { seconds: seconds.toFixed(1) })}</span>}
      </p>
      <Select
        label={t('padding')}
        value={padding}
        options={PADDINGS.map((value) => ({
          value,
          label: value === '0' ? t('padding.none') : t('padding.seconds', { count: Number(value) }),
        }))}
        onChange={setPadding}
      />
      {clips.length > 1 && <Checkbox label={t('join')} checked={join} onChange={setJoin} />}
      <Checkbox label={t('fullSize')} hint={t('fullSize.hint')} checked={isFullSize} onChange={setFullSize} />
      <BlurChoice
        people={people}
        value={blurred}
        coverage={coverage}
        nameOf={(jobId) => byId.get(jobId)?.name ?? ''}
        onOpen={onClose}
        onChange={setBlurred}
      />
      {isTooMany && <Notice tone="warn">{t('tooMany', { max: MAX_CLIPS })}</Notice>}
      {isTooLong && <Notice tone="warn">{t('tooLong', { hours: MAX_CLIPS_SECONDS / 3600 })}</Notice>}
      <p className={styles.facts}>{only ? t('about') : t('about.zip')}</p>
    </Dialog>
  );
}
