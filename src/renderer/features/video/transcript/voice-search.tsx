import { useState } from 'react';
import { Link } from 'wouter';
import type { Speaker, VoiceMatch } from '../../../../contract/analysis/speakers.ts';
import { api } from '../../../api/endpoints.ts';
import { invalidate } from '../../../api/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { errorText } from '../../../ui/lib/messages.ts';
import { useFormats } from '../../../ui/lib/use-formats.ts';
import { useTranscriptText } from './text.ts';
import styles from './transcript.module.css';

/** Finds the voice of a speaker in other videos, and names it there. */
export function VoiceSearch({ jobId, speaker, onLeave }: { jobId: string; speaker: Speaker; onLeave(): void }) {
  const t = useTranscriptText();
  const { lasting, speaker: speakerText } = useFormats();
  const [matches, setMatches] = useState<readonly VoiceMatch[]>();
  const [isBusy, setBusy] = useState(false);
  const { id, name } = speaker;
  const unnamed = matches?.filter((match) => match.name === null) ?? [];

  const search = async () => {
    const found = await api.voices.find({ job_id: jobId, speaker_id: id, consent: true });
    setMatches(found.matches);
  };
  const rename = async (speakers: readonly VoiceMatch[], to: string | null) => {
    try {
      for (const { job_id, speaker_id } of speakers) await api.speakers.rename(job_id, speaker_id, to);
    } finally {
      invalidate(['speakers'], ['results'], ['search']);
    }
  };
  const nameAll = async (name: string) => {
    await rename(unnamed, name);
    toast(t('voice.named', { count: unnamed.length, name }), {
      action: { label: t('undo'), run: () => void run(() => rename(unnamed, null)) },
    });
    await search();
  };
  const run = async (action: () => Promise<void>) => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      toast(t('failed', { reason: errorText(error) }), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };

  if (!matches) {
    return (
      <div className={styles.voice}>
        <Button disabled={isBusy} onClick={() => void run(search)}>
          {t('voice.find')}
        </Button>
        <p>{t('voice.find.hint')}</p>
      </div>
    );
  }
  return (
    <section className={styles.voice} aria-live="polite">
      <h3>{t('voice.found', { count: matches.length })}</h3>
      <ul>
        {matches.map((match) => (
          <li key={match.job_id}>
            <Link href={`/videos/${match.job_id}?t=${match.start_time}`} onClick={onLeave} dir="auto">
              {match.video_name}
            </Link>
            <span>
              <bdi>{match.name ?? speakerText(match.speaker_id)}</bdi> · {lasting(match.seconds)}
            </span>
          </li>
        ))}
      </ul>
      {name !== null && unnamed.length > 0 && (
        <Button disabled={isBusy} onClick={() => void run(() => nameAll(name))}>
          {t('voice.name', { count: unnamed.length, name })}
        </Button>
      )}
    </section>
  );
}
