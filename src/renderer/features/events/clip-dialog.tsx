import { Columns2 } from 'lucide-react';
import { useState } from 'react';
import { readPosition, writePosition } from '../../../base/position.ts';
import { MAX_CLIPS_SECONDS } from '../../../contract/library/clips.ts';
import type { EventGroup, EventRecording } from '../../../contract/library/event-groups.ts';
import { type Placed, recordedRange } from '../../../core/events/clock.ts';
import { useBlurCoverage } from '../../api/blur-coverage.ts';
import { startClipSave } from '../../api/clip-saves.ts';
import { api } from '../../api/endpoints.ts';
import { usePeopleInVideos } from '../../api/people-in-videos.ts';
import { useVideos } from '../../api/queries.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Dialog } from '../../ui/layout/dialog.tsx';
import { saveFile } from '../../ui/lib/files.ts';
import { usePreferences } from '../../ui/lib/preferences.ts';
import { position } from '../../ui/lib/use-formats.ts';
import { BlurChoice, blurOf, NO_BLUR } from '../../ui/media/people/blur-choice.tsx';
import styles from './clip-dialog.module.css';
import { type EventPlayer, useEventPlayer } from './player/event-player.ts';
import { useEventText } from './text.ts';

/** Range of an event in seconds. */
interface Range {
  start: number;
  end: number;
}

/** Choice of no recording to hear. */
const SILENT = 'none';

/** Dialog that saves the recordings shown in the player beside one another, with one sound. */
export function ClipDialog({ event, player, onClose }: { event: EventGroup; player: EventPlayer; onClose(): void }) {
  const t = useEventText();
  const language = usePreferences((preferences) => preferences.language);
  const { recordings, shown, sound: heard, duration } = useEventPlayer(player, (state) => state);
  const [sound, setSound] = useState(heard);
  const [from, setFrom] = useState(writePosition(0));
  const [to, setTo] = useState(writePosition(duration));
  const [isFullSize, setFullSize] = useState(false);
  const [blurred, setBlurred] = useState(NO_BLUR);
  const tiles = recordings.filter(({ job_id }) => shown.includes(job_id));
  const range = readRange(from, to, duration);
  const { data: videos = [] } = useVideos();
  const people = usePeopleInVideos(videos.filter(({ job_id }) => shown.includes(job_id)));
  const blur = blurOf(blurred);
  const coverage = useBlurCoverage(range ? rangesOf(tiles, range) : [], blur);
  const isLong = range !== null && range.end - range.start > MAX_CLIPS_SECONDS;
  const save = () => {
    if (!range) return;
    startClipSave(1, event.title, {
      make: (export_id, signal) =>
        api.events.download(
          event.id,
          {
            format: 'mp4',
            job_ids: tiles.map(({ job_id }) => job_id).join(','),
            sound,
            start_time: range.start,
            end_time: range.end,
            language: language === 'de' ? 'de' : 'en',
            ...(isFullSize && { resolution: 'source' as const }),
            ...(blur && { blur: blur.faces, ...(blur.person_ids && { blur_people: blur.person_ids.join(',') }) }),
            export_id,
          },
          signal,
        ),
      saveFile,
    });
    onClose();
  };
  return (
    <Dialog
      width="narrow"
      onClose={onClose}
      title={t('clip.title')}
      description={t('clip.pictures', { count: tiles.length })}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            look="primary"
            icon={Columns2}
            disabled={tiles.length === 0 || !range || isLong || blur === null}
            onClick={save}
          >
            {t('clip.save')}
          </Button>
        </>
      }
    >
      {tiles.length === 0 && <Notice tone="warn">{t('clip.none')}</Notice>}
      <ul className={styles.names}>
        {tiles.map(({ job_id, name }) => (
          <li key={job_id} dir="auto">
            {name}
          </li>
        ))}
      </ul>
      <Select
        label={t('clip.sound')}
        value={sound}
        options={[
          ...recordings.map(({ job_id, name }) => ({ value: job_id, label: name })),
          { value: SILENT, label: t('clip.silent') },
        ]}
        onChange={setSound}
      />
      <RangeFields from={from} to={to} player={player} onFrom={setFrom} onTo={setTo} />
      {!range && <Notice tone="warn">{t('clip.range', { duration: position(duration) })}</Notice>}
      {isLong && <Notice tone="warn">{t('clip.long', { hours: MAX_CLIPS_SECONDS / 3600 })}</Notice>}
      <Checkbox label={t('clip.fullSize')} hint={t('clip.fullSize.hint')} checked={isFullSize} onChange={setFullSize} />
      <BlurChoice
        people={people}
        value={blurred}
        coverage={coverage}
        nameOf={(jobId) => tiles.find(({ job_id }) => job_id === jobId)?.name ?? ''}
        onOpen={onClose}
        onChange={setBlurred}
      />
      <p className={styles.about}>{t('clip.about')}</p>
    </Dialog>
  );
}

interface RangeFieldsProps {
  from: string;
  to: string;
  player: EventPlayer;
  onFrom(text: string): void;
  onTo(text: string): void;
}

/** Times of the range, typed or taken from the playhead. */
function RangeFields({ from, to, player, onFrom, onTo }: RangeFieldsProps) {
  const t = useEventText();
  const playhead = () => writePosition(player.store.getState().time);
  return (
    <div className={styles.range}>
      <Input label={t('clip.from')} value={from} onChange={(change) => onFrom(change.currentTarget.value)} />
      <Input label={t('clip.to')} value={to} onChange={(change) => onTo(change.currentTarget.value)} />
      <Button size="small" onClick={() => onFrom(playhead())}>
        {t('clip.fromPlayhead')}
      </Button>
      <Button size="small" onClick={() => onTo(playhead())}>
        {t('clip.toPlayhead')}
      </Button>
    </div>
  );
}

/** Times as they were entered, in seconds; null unless they are a range within the event. */
function readRange(from: string, to: string, duration: number): Range | null {
  const [start, end] = [readPosition(from), readPosition(to)];
  // The end of an event is written with fewer digits than it has.
  return start !== undefined && end !== undefined && end > start && end <= duration + 0.001 ? { start, end } : null;
}

function rangesOf(recordings: readonly Placed<EventRecording>[], range: Range) {
  return recordings.flatMap((recording) => {
    const own = recordedRange(recording, range);
    return own ? [{ job_id: recording.job_id, start_time: own.start, end_time: own.end }] : [];
  });
}
