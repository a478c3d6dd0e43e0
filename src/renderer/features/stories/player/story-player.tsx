import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import type { Story } from '../../../../contract/search/stories.ts';
import { useVideos } from '../../../api/queries.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { comboOf } from '../../../ui/lib/shortcuts.ts';
import { useStoryText } from '../../../ui/lib/texts/story-text.ts';
import { SKIP_SECONDS } from '../../../ui/media/skip-seconds.ts';
import { Clip } from './clip.tsx';
import { Controls } from './controls.tsx';
import styles from './player.module.css';
import { type Part, programOf } from './program.ts';
import { createStoryPlayer, usePlayerState } from './story-player-store.ts';
import { TitleCard } from './title-card.tsx';

/** Plays a story as one cut over the whole window. @param from id of the item to begin with; null for the first */
export function StoryPlayer({ story, from, onClose }: { story: Story; from: string | null; onClose(): void }) {
  const { data: videos } = useVideos();
  if (!videos) return null;
  const durations = new Map(videos.map(({ job_id, duration }) => [job_id, duration]));
  return (
    <Screen
      title={story.title}
      parts={programOf(story.items, (jobId) => durations.get(jobId))}
      from={from}
      onClose={onClose}
    />
  );
}

function Screen({
  title,
  parts: given,
  from,
  onClose,
}: {
  title: string;
  parts: readonly Part[];
  from: string | null;
  onClose(): void;
}) {
  const t = useStoryText();
  const screen = useRef<HTMLDivElement>(null);
  // Changes of the story do not disturb the playback.
  // biome-ignore lint/correctness/useExhaustiveDependencies: created once
  const player = useMemo(
    () =>
      createStoryPlayer(
        given,
        Math.max(
          0,
          given.findIndex(({ id }) => id === from),
        ),
      ),
    [],
  );
  const { parts } = player;
  const index = usePlayerState(player, (state) => state.index);
  const isEnded = usePlayerState(player, (state) => state.isEnded);
  const current = parts[index]!;
  const upcoming = parts.findIndex(({ kind }, nth) => nth > index && kind === 'moment');
  const toggleFullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void screen.current?.requestFullscreen();
  };
  const keys: Readonly<Record<string, () => void>> = {
    space: player.toggle,
    k: player.toggle,
    arrowleft: () => player.skip(-SKIP_SECONDS),
    arrowright: () => player.skip(SKIP_SECONDS),
    arrowup: player.previous,
    arrowdown: player.next,
    home: () => player.go(0),
    c: player.toggleCaptions,
    'shift+m': player.toggleMuted,
    f: toggleFullscreen,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const combo = comboOf(event.nativeEvent);
    const isButton = event.target instanceof Element && event.target.closest('button');
    const run = isButton && combo === 'space' ? undefined : keys[combo];
    if (!run) return;
    event.preventDefault();
    run();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          ref={screen}
          className={styles.screen}
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            screen.current?.focus();
          }}
        >
          <Dialog.Title className="visually-hidden">{t('play.title', { title })}</Dialog.Title>
          <div className={styles.stage}>
            {parts.map((part, nth) => {
              if (part.kind === 'title')
                return nth === index && <TitleCard key={part.id} player={player} part={part} index={nth} />;
              const isWanted = nth === index || nth === upcoming;
              return isWanted && <Clip key={part.id} player={player} part={part} index={nth} />;
            })}
            {isEnded && (
              <div className={styles.end}>
                <p className={styles.endTitle} dir="auto">
                  {title}
                </p>
                <span className={styles.endActions}>
                  <Button look="primary" onClick={player.toggle}>
                    {t('play.again')}
                  </Button>
                  <Button onClick={onClose}>{t('play.close')}</Button>
                </span>
              </div>
            )}
          </div>
          <Controls player={player} onFullscreen={toggleFullscreen} onClose={onClose} />
          <p role="status" className="visually-hidden">
            {current.kind === 'title' ? current.text : current.moment.title}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
