import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { playedMoments, type Story, type StoryExportQuery, shownRanges } from '../../../contract/search/stories.ts';
import { useBlurCoverage } from '../../api/blur-coverage.ts';
import { startClipSave } from '../../api/clip-saves.ts';
import { api } from '../../api/endpoints.ts';
import { usePeopleInVideos } from '../../api/people-in-videos.ts';
import { queries, useVideos } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { saveFile } from '../../ui/lib/files.ts';
import { errorText } from '../../ui/lib/messages.ts';
import { usePreferences } from '../../ui/lib/preferences.ts';
import { BlurChoice, blurOf, NO_BLUR } from '../../ui/media/people/blur-choice.tsx';
import styles from './dialog.module.css';
import { EditSettings, isOptionalTimecode } from './edit-settings.tsx';
import { FormatGroup } from './format-group.tsx';
import { RATE_OPTIONS, type RateChoice } from './formats.ts';
import { pdfRow } from './pdf-row.ts';
import { saveExport } from './save-export.ts';
import { STORY_GROUPS, type StoryFile, type StoryGroup } from './story-formats.ts';
import { useExportText } from './text.ts';

/** Dialog that exports a story as clips, a report, a sequence for editing programs, or subtitles. */
export function ExportStoryDialog({ storyId, onClose }: { storyId: string; onClose(): void }) {
  const t = useExportText();
  const { data: story, error, refetch } = useQuery(queries.story(storyId));
  return (
    <Dialog
      width="wide"
      onClose={onClose}
      title={t('story.title')}
      {...(story && { description: <span dir="auto">{story.title}</span> })}
    >
      {error && !story && <ErrorState error={error} onRetry={refetch} />}
      {!story && !error && <Skeleton className={styles.skeleton} />}
      {story && <Formats story={story} onClose={onClose} />}
    </Dialog>
  );
}

/** Chosen frame rate; `own` for that of most of the story. */
type Rate = 'own' | RateChoice;

function Formats({ story, onClose }: { story: Story; onClose(): void }) {
  const t = useExportText();
  const language = usePreferences((preferences) => preferences.language);
  const [rate, setRate] = useState<Rate>('own');
  const [start, setStart] = useState('');
  const [includesRecording, setIncludesRecording] = useState(false);
  const [includesNotes, setIncludesNotes] = useState(true);
  const [busy, setBusy] = useState<StoryFile | null>(null);
  const moments = playedMoments(story.items);
  const videos = [...new Set(moments.map(({ job_id }) => job_id))];
  const { data: library = [] } = useVideos();
  const people = usePeopleInVideos(library.filter(({ job_id }) => videos.includes(job_id)));
  const [blurred, setBlurred] = useState(NO_BLUR);
  const blur = blurOf(blurred);
  const coverage = useBlurCoverage(shownRanges(moments, library), blur);
  const query = {
    language: language === 'de' ? ('de' as const) : ('en' as const),
    ...(rate !== 'own' && { rate }),
    ...(start.trim() !== '' && { sequence_start: start.trim() }),
    ...(!includesNotes && { notes: 'false' as const }),
    ...(includesRecording && { include_recording: 'true' as const }),
  };

  const saveClips = (format: 'mp4' | 'zip') => {
    // Goes on while the dialog is closed; the tray shows its progress.
    startClipSave(moments.length, story.title, {
      make: (export_id, signal) => api.stories.download(story.id, { ...blurQuery(blur), format, export_id }, signal),
      saveFile,
    });
    onClose();
  };
  const save = async (format: StoryFile) => {
    if (format === 'mp4' || format === 'zip') return saveClips(format);
    setBusy(format);
    try {
      const response = await api.stories.download(story.id, { ...query, format: format === 'pdf' ? 'html' : format });
      await saveExport(response, { format, name: `${story.title}.${format}`, videos });
    } catch (thrown) {
      toast(errorText(thrown), { tone: 'bad' });
    }
    setBusy(null);
    invalidate(['history']);
  };
  const setting: Partial<Record<StoryGroup, React.ReactNode>> = {
    edit: (
      <EditSettings<Rate>
        rate={rate}
        start={start}
        rates={[
          { value: 'own', label: t('story.rate.own') },
          ...RATE_OPTIONS.map((value): { value: Rate; label: string } => ({ value, label: value })),
        ]}
        onRate={setRate}
        onStart={setStart}
      />
    ),
  };
  return (
    <>
      {moments.length === 0 && <Notice tone="warn">{t('story.empty')}</Notice>}
      <Checkbox label={t('notes')} hint={t('story.notes.hint')} checked={includesNotes} onChange={setIncludesNotes} />
      <Checkbox
        label={t('recording')}
        hint={t('story.recording.hint')}
        checked={includesRecording}
        onChange={setIncludesRecording}
      />
      <BlurChoice
        people={people}
        label={t('story.blur')}
        value={blurred}
        coverage={coverage}
        nameOf={(jobId) => moments.find(({ job_id }) => job_id === jobId)?.video_title ?? ''}
        onOpen={onClose}
        onChange={setBlurred}
      />
      {(Object.keys(STORY_GROUPS) as StoryGroup[]).map((group) => (
        <FormatGroup
          key={group}
          title={t(`group.${group}`)}
          setting={setting[group]}
          rows={STORY_GROUPS[group].map((format) => ({
            name: t(`story.${format}.title`),
            about: t(`story.${format}.text`),
            ...(format === 'pdf' && pdfRow(t)),
            canSave:
              moments.length > 0 &&
              busy === null &&
              (blur !== null || !(format === 'mp4' || format === 'zip')) &&
              isOptionalTimecode(start, rate === 'own' ? undefined : rate),
            onSave: () => void save(format),
          }))}
        />
      ))}
    </>
  );
}

/** Parameters of a choice; none while people are missing, which keeps the clips from being saved. */
function blurQuery(blur: ReturnType<typeof blurOf>): Pick<StoryExportQuery, 'blur' | 'blur_people'> {
  if (!blur) return {};
  return { blur: blur.faces, ...(blur.person_ids && { blur_people: blur.person_ids.join(',') }) };
}
